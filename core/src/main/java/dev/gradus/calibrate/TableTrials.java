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

    private static final double SHORT = 0.6;

    private final Trials trials;
    private double samplesPerBlock = 1;

    TableTrials(Trials trials) {
        this.trials = trials;
    }

    double samplesPerBlock() {
        return samplesPerBlock;
    }

    /** What one rank takes for a block that it learns from where its tables lie. */
    Cost block(double seconds) throws RunFailedException {
        Job local = Trials.put(Trials.by(trials.job(), "local"), "strategy.every", 4L);
        double pilot = trials.run(local, 1, 1).secondsPerStep() / 4;
        long every = Math.min(100_000, (long) Math.max(1, seconds / 2 / pilot));
        Trial trial = trials.run(Trials.put(local, "strategy.every", every), 1, 2);
        samplesPerBlock = trial.samplesPerStep() / every;
        double each = trial.secondsPerStep() / every;
        return new Cost(0, each, Math.abs(each / pilot - 1) / 4);
    }

    /** Ranks that sum what their blocks ask for, in every step. */
    Findings.Subject summed(Calibration.Steps steps, Machine machine) throws RunFailedException {
        Job summing = Trials.by(trials.job(), Kinds.ALLREDUCE);
        int units = trials.job().integer(JobKeys.VIRTUAL_SHARDS);
        int all = Math.max(2, units);
        int few = all >= 8 ? all / 4 : all * 4;
        Trial first = pair(summing, all, steps);
        Trial second = pair(summing, few, steps);
        double ratio = first.bytesPerStep() / second.bytesPerStep();
        double growth = Math.log(ratio) / Math.log((double) all / few);
        int meetings = (int) Math.max(1, Math.round(first.messagesPerStep()));
        Sum sum = new Sum(first.bytesPerStep(), Math.max(0, Math.min(1, growth)), 0, meetings);
        Cost sums = Cost.fit(
                new double[] {first.bytesPerStep(), second.bytesPerStep()},
                new double[] {first.exchangeSecondsPerStep(), second.exchangeSecondsPerStep()});
        Machine linked = new Machine(
                machine.cores(),
                machine.slowdowns(),
                new Cost(sums.fixed() / meetings, sums.each(), 0.2),
                Jitter.none(), // what ranks wait for each other is part of what their exchange took
                machine.busy());
        Cost cost = withUpdates(steps.cost(), first.computeSecondsPerStep() / machine.slowdown(2), units);
        Work work = new Work(Kinds.ALLREDUCE, units, false, 1, cost, steps.samplesPerUnit(), List.of(sum));
        return new Findings.Subject(work, linked, false);
    }

    private Trial pair(Job summing, int units, Calibration.Steps steps) throws RunFailedException {
        double expected = Math.max(1e-6, steps.cost().seconds(units / 2.0));
        return trials.run(Trials.ofUnits(summing, units), 2, (long) Math.max(2, SHORT / expected));
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
        Job local = Trials.by(trials.job(), "local");
        Trial trial = trials.run(local, 2, 1);
        Sum sum = new Sum(trial.bytesPerStep(), 0, 0, (int) Math.max(1, Math.round(trial.messagesPerStep())));
        Machine linked = new Machine(
                machine.cores(),
                machine.slowdowns(),
                new Cost(
                        machine.sums().fixed(),
                        trial.exchangeSecondsPerStep() / Math.max(1, trial.bytesPerStep()),
                        0.3),
                Jitter.none(),
                machine.busy());
        Work work = new Work("local", 1, true, Calibration.every(local), block, samplesPerBlock, List.of(sum));
        return new Findings.Subject(work, linked, false);
    }
}
