package dev.gradus.benchmarks;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import java.util.Arrays;

/**
 * Times sums as benchmarks/side-by-side/allreduce.c does: for every size a warm-up, then sums one by one, each on
 * freshly written numbers and after a barrier. A sum takes as long as its slowest rank. Every sum is checked, the first
 * and the last in every place. All ranks must make the same calls.
 */
final class SumClock {

    private static final int PERIOD = 1024;
    private static final int FEWEST = 7;
    private static final int MOST = 20_000;

    private final Exchange exchange;
    private final double seconds;

    /** {@code seconds} is how long to measure each size. */
    SumClock(Exchange exchange, double seconds) {
        this.exchange = exchange;
        this.seconds = seconds;
    }

    SumTimes measure(String name, SumPath path) throws ExchangeException {
        int sums = warmUp(path);
        float[] nanos = new float[exchange.ranks() * sums];
        for (int i = 0; i < sums; i++) {
            nanos[exchange.rank() * sums + i] = (float) checkedSum(path, i == 0 || i == sums - 1);
        }
        exchange.sum(nanos, 0, nanos.length); // places of other ranks were zero: now every rank knows the times of all
        return SumTimes.of(name, path.length() * Float.BYTES, slowest(nanos, sums), stream(path, sums));
    }

    /** Runs sums for a while and returns how many fill the seconds; rank 0 decides for all. */
    int warmUp(SumPath path) throws ExchangeException {
        long begin = System.nanoTime();
        int done = 0;
        for (int turns = 1, enough = 0; enough == 0; turns *= 2) {
            for (int i = 0; i < turns; i++) {
                checkedSum(path, false);
            }
            done += turns;
            enough = ofRankZero(secondsSince(begin) > seconds / 2 ? 1 : 0);
        }
        double fitting = seconds * done / secondsSince(begin);
        return ofRankZero((int) Math.max(FEWEST, Math.min(MOST, fitting)));
    }

    private int ofRankZero(int number) throws ExchangeException {
        float[] told = {exchange.rank() == 0 ? number : 0};
        exchange.sum(told, 0, 1);
        return (int) told[0];
    }

    private static double secondsSince(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private long checkedSum(SumPath path, boolean everywhere) throws ExchangeException {
        path.fill(PERIOD, exchange.rank() + 1);
        exchange.barrier();
        long begin = System.nanoTime();
        path.sum();
        long nanos = System.nanoTime() - begin;
        check(path, everywhere ? 1 : path.length() / 4 + 1);
        return nanos;
    }

    /** The numbers are whole and small, so that their sums are exact in any order. */
    private void check(SumPath path, int stride) {
        int factor = exchange.ranks() * (exchange.ranks() + 1) / 2;
        for (int i = 0; i < path.length(); i += stride) {
            if (path.get(i) != i % PERIOD * factor) {
                throw new IllegalStateException("sum is wrong: rank=" + exchange.rank() + ", index=" + i + ", of="
                        + path.length() + ", sum=" + path.get(i) + ", expected=" + i % PERIOD * factor);
            }
        }
    }

    private float[] slowest(float[] nanos, int sums) {
        float[] slowest = Arrays.copyOf(nanos, sums);
        for (int i = sums; i < nanos.length; i++) {
            slowest[i % sums] = Math.max(slowest[i % sums], nanos[i]);
        }
        return slowest;
    }

    /** Nanoseconds a sum when nothing stands between one and the next; of zeros, since sums of sums would grow. */
    private double stream(SumPath path, int sums) throws ExchangeException {
        path.fill(PERIOD, 0);
        exchange.barrier();
        long begin = System.nanoTime();
        for (int i = 0; i < sums; i++) {
            path.sum();
        }
        float[] means = new float[exchange.ranks()];
        means[exchange.rank()] = (float) (System.nanoTime() - begin) / sums;
        exchange.sum(means, 0, means.length);
        return slowest(means, 1)[0];
    }
}
