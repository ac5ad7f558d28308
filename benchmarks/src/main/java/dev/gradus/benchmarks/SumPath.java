package dev.gradus.benchmarks;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import java.util.List;

/** Memory of one kind for numbers that are summed over all ranks, so that several kinds can be set side by side. */
interface SumPath {

    List<String> NAMES = List.of(HeapPath.NAME, BucketPath.NAME);

    /** Writes {@code index % period * factor} to every place. */
    void fill(int period, int factor);

    float get(int index);

    int length();

    /** Replaces the numbers by their sums over all ranks. */
    void sum() throws ExchangeException;

    /** Memory of that kind for that many floats. */
    static SumPath allocate(String name, Exchange exchange, int floats) throws ExchangeException {
        return switch (name) {
            case HeapPath.NAME -> new HeapPath(exchange, floats);
            case BucketPath.NAME -> new BucketPath(exchange, floats);
            default -> throw new IllegalArgumentException("unknown path: path=" + name + "; choose of " + NAMES);
        };
    }
}
