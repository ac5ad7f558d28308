package dev.gradus.calibrate;

import dev.gradus.forecast.Cost;
import dev.gradus.forecast.Jitter;
import dev.gradus.forecast.Machine;
import dev.gradus.forecast.Sum;
import dev.gradus.forecast.SumTime;
import dev.gradus.forecast.Work;
import dev.gradus.job.Job;
import dev.gradus.train.RunFailedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Steps of the job on one rank and on two of this machine, in turns. Sums by themselves do not show what exchange takes
 * between two computations: there the cores also compile, log and answer heartbeats, and a rank that is put aside for
 * them keeps the other waiting. So what a step of two ranks takes on this machine is taken from steps. Used by one
 * thread.
 */
final class StepPairs {

    private static final int TWO = 2;

    private final Trials trials;
    private final Job summing;
    private final long steps;
    private final double ofJob;
    private final List<Trial> ones = new ArrayList<>();
    private final List<Trial> twos = new ArrayList<>();

    /**
     * Pairs of runs of so many steps each, of a job that has {@code ofJob}; {@code summing} is the job with ranks that
     * exchange in every step.
     */
    StepPairs(Trials trials, Job summing, long steps, double ofJob) {
        this.trials = trials;
        this.summing = summing;
        this.steps = steps;
        this.ofJob = ofJob;
    }

    /** Runs one more pair. */
    void run() throws RunFailedException {
        ones.add(trials.sample(summing, 1, steps));
        twos.add(trials.sample(summing, TWO, steps));
    }

    int count() {
        return ones.size();
    }

    /** The last run of two ranks. */
    Trial two() {
        return twos.get(twos.size() - 1);
    }

    /** Seconds of a step of one rank. */
    private double alone() {
        return median(ones, this::seconds);
    }

    /** Seconds of a step of two ranks. */
    double together() {
        return median(twos, this::seconds);
    }

    /** Seconds of a step of the job, by a trial that may be shorter. */
    private double seconds(Trial trial) {
        return trial.secondsPerStep(ofJob);
    }

    /** What of that is computing: the same share as in the trial. */
    private double compute(Trial trial) {
        return trial.computeSecondsPerStep() * seconds(trial) / trial.secondsPerStep();
    }

    /** What of a step of two ranks is computing, in seconds. */
    double computing() {
        return median(twos, this::compute);
    }

    /** What of a step of two ranks is waiting for the other, in seconds, where messages take next to no time. */
    double waiting() {
        return median(twos, trial -> trial.waitSecondsPerStep() * seconds(trial) / trial.secondsPerStep());
    }

    /** The line of a step's cost, stretched to what a whole step of one rank took. */
    Cost anchored(Cost cost, int units) {
        return anchored(cost, units, alone());
    }

    static Cost anchored(Cost cost, int units, double seconds) {
        double factor = seconds / cost.seconds(units);
        return new Cost(cost.fixed() * factor, cost.each() * factor, cost.error());
    }

    /** How many times as long each of two ranks computes as one that has so much to do and is alone. */
    double slowdown(Cost anchored, int units) {
        int most = (units + 1) / TWO; // units are whole, and the rank with more of them counts
        return Math.max(1, computing() / anchored.seconds(most));
    }

    /** How far pairs are apart from their middle in what two ranks gain, at most; 0 if there is one. */
    double spread() {
        double middle = alone() / together();
        double most = 0;
        for (int i = 0; i < ones.size(); i++) {
            double gain = seconds(ones.get(i)) / seconds(twos.get(i));
            most = Math.max(most, Math.abs(gain / middle - 1));
        }
        return most;
    }

    /**
     * The machine with such sums that a step of two ranks takes as long as it took. What two ranks wait for the slower
     * is known from single steps; all else beyond computing is the exchange.
     */
    Machine tuned(Machine machine, Work work) {
        return tuned(machine, work, together(), spread());
    }

    static Machine tuned(Machine machine, Work work, double together, double spread) {
        double compute = work.compute().seconds(work.most(TWO)) * machine.slowdown(TWO);
        double beyond = Math.max(0, together - compute);
        double waiting = compute * (machine.jitter().most(TWO) - 1);
        // Ranks that together waited less than their single steps differ by were slow at the same time.
        Jitter jitter = waiting <= beyond ? machine.jitter() : Jitter.none();
        double exchange = waiting <= beyond ? beyond - waiting : beyond;
        Cost sums = machine.sums();
        double expected = work.sums().stream()
                .mapToDouble(sum -> SumTime.inside(sum, TWO, machine).seconds())
                .sum();
        int meetings = work.sums().stream().mapToInt(Sum::meetings).sum();
        double error = Math.max(sums.error(), spread);
        Cost tuned = exchange >= expected
                ? new Cost(sums.fixed() + (exchange - expected) / Math.max(1, meetings), sums.each(), error)
                : new Cost(sums.fixed() * exchange / expected, sums.each() * exchange / expected, error);
        return new Machine(machine.cores(), machine.slowdowns(), tuned, jitter, machine.busy());
    }

    private static double median(List<Trial> trials, ToDoubleFunction<Trial> figure) {
        double[] sorted = trials.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[middle]
                : Arrays.stream(sorted, middle - 1, middle + 1).average().orElse(sorted[middle]);
    }
}
