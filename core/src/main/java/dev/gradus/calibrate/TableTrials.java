package dev.gradus.calibrate;

import dev.gradus.forecast.Cost;
import dev.gradus.forecast.Jitter;
import dev.gradus.forecast.Machine;
import dev.gradus.forecast.Sum;
import dev.gradus.forecast.Work;
import dev.gradus.job.Job;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunFailedException;
import java.util.List;

/**
 * Trials of models of tables, whose ranks exchange the rows that they touched. How many these are, only runs of two
 * ranks show; what they take to exchange and to apply is taken from the same runs. So what is forecast of two ranks in
 * step is in part what was measured of them.
 */
final class TableTrials {

    private static final String EVERY = "strategy.every";

    /** How far a block of one trial may be from those of another. */
    private static final double BLOCK_ERROR = 0.05;

    /** How far exchange may be from that of two ranks which also waited for each other. */
    private static final double SUM_ERROR = 0.2;

    private static final int TWO = 2;

    /** How often to run one rank and two, if there is time. */
    private static final int MOST_PAIRS = 3;

    /** Exchange that two ranks did not wait for is still no sum without a length. */
    private static final double LEAST_SECONDS = 1e-9;

    private final Trials trials;
    private final double seconds;
    private double samplesPerBlock = 1;

    /** Trials of two ranks train for so many seconds. */
    TableTrials(Trials trials, double seconds) {
        this.trials = trials;
        this.seconds = seconds;
    }

    double samplesPerBlock() {
        return samplesPerBlock;
    }

    /** What one rank takes for a block that it learns from where its tables lie. */
    Cost block(double time) throws RunFailedException {
        Job local = Trials.apart(trials.job());
        double pilot = trials.alone(Trials.put(local, EVERY, 1L), 2).secondsPerStep();
        long every = Math.min(100_000, (long) Math.max(1, time / 2 / pilot));
        Trial trial = trials.alone(Trials.put(local, EVERY, every), 2);
        samplesPerBlock = trial.samplesPerStep() / every;
        return new Cost(0, trial.secondsPerStep() / every, BLOCK_ERROR);
    }

    /**
     * Ranks that sum what their blocks ask for, in every step of a job of so many. One rank is timed by the launcher of
     * the two that it is compared with: one in this process, where all is compiled, would make these look slow.
     */
    Findings.Subject summed(Calibration.Steps steps, double ofJob, Machine machine, Budget budget)
            throws RunFailedException {
        Job summing = Trials.by(trials.job(), Kinds.ALLREDUCE);
        int units = trials.job().integer(JobKeys.VIRTUAL_SHARDS);
        int affordable = (int) Math.min(units, seconds / steps.cost().seconds(1));
        int all = Math.max(2, affordable);
        int few = all >= 8 ? all / 4 : all * 4;
        StepPairs pairs = pairs(Trials.ofUnits(summing, all), stepsOf(all, steps), ofJob, budget);
        Trial first = pairs.two();
        Trial second = trials.run(Trials.ofUnits(summing, few), TWO, stepsOf(few, steps));
        double growth = growth(first, second, (double) all / few);
        int meetings = (int) Math.max(1, Math.round(first.messagesPerStep()));
        double bytes = first.bytesPerStep() * Math.pow((double) units / all, growth);
        Cost sums = Cost.fit(new double[] {first.bytesPerStep(), second.bytesPerStep()}, new double[] {
            Math.max(LEAST_SECONDS, pairs.together() - pairs.computing() - pairs.waiting()),
            Math.max(LEAST_SECONDS, second.exchangeSecondsPerStep() - second.waitSecondsPerStep())
        });
        Cost perMeeting = new Cost(sums.fixed() / meetings, sums.each(), Math.max(SUM_ERROR, pairs.spread()));
        Cost cost = withUpdates(pairs.anchored(steps.cost(), all), pairs.computing() / machine.slowdown(TWO), all);
        Sum sum = new Sum(bytes, growth, 0, meetings);
        Work work = new Work(Kinds.ALLREDUCE, units, false, 1, cost, steps.samplesPerUnit(), List.of(sum));
        return new Findings.Subject(
                work, linked(machine, perMeeting, unevenness(pairs.waiting(), pairs.computing())), false);
    }

    /**
     * How uneven ranks are if each of two that compute for so long waits so long for the other, in the mean: half of
     * the time a rank is slower than that, half of the time faster. Blocks of text take unequal time, and ranks over a
     * network wait for the slower as ranks of this machine do.
     */
    static Jitter unevenness(double waiting, double computing) {
        double part = Math.min(1, TWO * waiting / Math.max(LEAST_SECONDS, computing));
        return Jitter.of(new double[] {1 - part, 1 + part});
    }

    private StepPairs pairs(Job summing, long steps, double ofJob, Budget budget) throws RunFailedException {
        StepPairs pairs = new StepPairs(trials, summing, steps, ofJob);
        double took;
        do {
            double before = budget.elapsed();
            pairs.run();
            took = budget.elapsed() - before;
        } while (pairs.count() < MOST_PAIRS && budget.more(took));
        return pairs;
    }

    /** Steps that two ranks take about {@link #seconds} for. */
    private long stepsOf(int units, Calibration.Steps steps) {
        return (long) Math.max(2, seconds / Math.max(1e-6, steps.cost().seconds(units / 2.0)));
    }

    /** How bytes grow with the blocks that touch rows, where one trial had so many times those of the other. */
    private static double growth(Trial one, Trial other, double times) {
        double growth = Math.log(one.bytesPerStep() / other.bytesPerStep()) / Math.log(times);
        return Double.isNaN(growth) ? 0 : Math.max(0, Math.min(1, growth));
    }

    private static Machine linked(Machine machine, Cost sums, Jitter jitter) {
        return new Machine(machine.cores(), machine.slowdowns(), sums, jitter, machine.busy());
    }

    /**
     * Every rank applies what all have touched, which one rank alone cannot show: the line through what one rank takes
     * for all units and what each of two takes for half of them.
     */
    static Cost withUpdates(Cost alone, double halfSeconds, int units) {
        double whole = alone.seconds(units);
        double each = Math.max(0, Math.min(whole, 2 * (whole - halfSeconds))) / units;
        return new Cost(Math.max(0, whole - each * units), each, alone.error());
    }

    /** Ranks that learn by themselves and average what they touched. */
    Findings.Subject averaged(Cost block, Machine machine) throws RunFailedException {
        Job local = Trials.apart(trials.job());
        double every = Calibration.every(local);
        long affordable = (long) Math.max(1, Math.min(every, seconds / block.seconds(1)));
        Trial trial = trials.run(Trials.put(local, EVERY, affordable), 2, 2);
        double growth = 0;
        if (affordable < every && affordable > 1) {
            Trial shorter = trials.run(Trials.put(local, EVERY, Math.max(1, affordable / 3)), 2, 2);
            growth = growth(trial, shorter, (double) affordable / Math.max(1, affordable / 3));
        }
        double bytes = trial.bytesPerStep() * Math.pow(every / affordable, growth);
        Cost sums = new Cost(
                machine.sums().fixed(), trial.exchangeSecondsPerStep() / Math.max(1, trial.bytesPerStep()), SUM_ERROR);
        Sum sum = new Sum(bytes, 0, 0, (int) Math.max(1, Math.round(trial.messagesPerStep())));
        Work work = new Work("local", 1, true, every, block, samplesPerBlock, List.of(sum));
        // What ranks wait for each other is part of what their exchange took, so there is no jitter beside it.
        return new Findings.Subject(work, linked(machine, sums, Jitter.none()), false);
    }
}
