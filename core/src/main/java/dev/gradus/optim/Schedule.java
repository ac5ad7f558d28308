package dev.gradus.optim;

import dev.gradus.job.Job;
import java.util.List;

/**
 * The learning rate of every step, after Goyal et al. (2017): the peak rate grows with the batch, the first steps climb
 * to it, the rest decays from it. A function of the step alone, so ranks agree on it and a resumed run goes on with it.
 */
public final class Schedule {

    private final Peak peak;
    private final WarmUp warmUp;
    private final Decay decay;
    private final long totalSteps;

    private Schedule(Peak peak, WarmUp warmUp, Decay decay, long totalSteps) {
        this.peak = peak;
        this.warmUp = warmUp;
        this.decay = decay;
        this.totalSteps = totalSteps;
    }

    /** The schedule of a run of {@code totalSteps} updates, each of {@code batchSize} rows over all ranks. */
    public static Schedule of(Job job, int batchSize, int stepsPerEpoch, long totalSteps) {
        if (batchSize < 1 || stepsPerEpoch < 1 || totalSteps < 0) {
            throw new IllegalArgumentException("no schedule for such a run: batchSize=" + batchSize + ", stepsPerEpoch="
                    + stepsPerEpoch + ", totalSteps=" + totalSteps);
        }
        boolean linear = job.get(OptimKeys.SCALING).equals("linear");
        Peak peak = new Peak(job.get(OptimKeys.RATE), batchSize, job.integer(OptimKeys.BASE_BATCH), linear);
        double warmUpEpochs = job.get(OptimKeys.WARM_UP_EPOCHS);
        WarmUp warmUp = WarmUp.to(peak, Math.round(warmUpEpochs * stepsPerEpoch), warmUpEpochs);
        return new Schedule(peak, warmUp, decay(job, warmUp.steps(), stepsPerEpoch, totalSteps), totalSteps);
    }

    /** Whether the rates of a job's first steps depend on how many steps follow. */
    public static boolean dependsOnLength(Job job) {
        return List.of("linear", "cosine").contains(job.get(OptimKeys.SCHEDULE));
    }

    private static Decay decay(Job job, long warmUpSteps, int stepsPerEpoch, long totalSteps) {
        Decay.Span rest = new Decay.Span(warmUpSteps, Math.max(0, totalSteps - warmUpSteps), job.get(OptimKeys.END));
        double everyEpochs = job.get(OptimKeys.EVERY_EPOCHS);
        return switch (job.get(OptimKeys.SCHEDULE)) {
            case "constant" -> new Decay.Constant();
            case "step" ->
                new Decay.Cuts(
                        Math.max(1, Math.round(everyEpochs * stepsPerEpoch)), everyEpochs, job.get(OptimKeys.FACTOR));
            case "linear" -> new Decay.Linear(rest);
            case "cosine" -> new Decay.Cosine(rest);
            default -> throw new IllegalArgumentException("unknown schedule: kind=" + job.get(OptimKeys.SCHEDULE));
        };
    }

    /** The rate of a step, counted from 0. A step past the end has the rate that the run ends at. */
    public double rate(long step) {
        return step < warmUp.steps() ? warmUp.rate(step) : peak.rate() * decay.share(step);
    }

    /** The rate that the warm-up leads to and the decay starts from. */
    public double peakRate() {
        return peak.rate();
    }

    public long warmUpSteps() {
        return warmUp.steps();
    }

    /**
     * The numbers it chose, on one line for the run header: {@code "rate 0.1 x 8192/256 = 3.2 (linear scaling), warm-up
     * over 123 steps (1 epoch) from 0.1, then constant"}.
     */
    public String describe() {
        if (warmUp.steps() == 0) {
            return peak.describe() + ", " + decay.describe(peak.rate());
        }
        String end = warmUp.steps() < totalSteps
                ? ", then " + decay.describe(peak.rate())
                : ", which the run of " + Numbers.steps(totalSteps) + " ends before: last rate "
                        + Numbers.brief(rate(Math.max(0, totalSteps - 1)));
        return peak.describe() + ", " + warmUp.describe() + end;
    }

    /** The highest rate, and how it came from the one that the job writes. */
    private record Peak(double base, int batchSize, int baseBatch, boolean linear) {

        double rate() {
            return linear ? base * batchSize / baseBatch : base;
        }

        String describe() {
            String written = "rate " + Numbers.brief(base);
            return linear
                    ? written + " x " + batchSize + "/" + baseBatch + " = " + Numbers.brief(rate())
                            + " (linear scaling)"
                    : written;
        }
    }

    /** The first steps: the rate at step 0 and how much each step adds to it. */
    private record WarmUp(double from, double increase, long steps, double epochs) {

        /**
         * A scaled rate climbs from the written one, which is known to be safe, and reaches the peak with the first
         * step after the warm-up. Where nothing was scaled up there is no such rate: step i of n has i/n of the peak.
         */
        static WarmUp to(Peak peak, long steps, double epochs) {
            double from = peak.rate() > peak.base() ? peak.base() : peak.rate() / Math.max(1, steps);
            double climb = peak.rate() > peak.base() ? peak.rate() - peak.base() : peak.rate();
            return new WarmUp(from, climb / Math.max(1, steps), steps, epochs);
        }

        double rate(long step) {
            return from + increase * step;
        }

        String describe() {
            return "warm-up over " + Numbers.steps(steps) + " (" + Numbers.epochs(epochs) + ") from "
                    + Numbers.brief(from);
        }
    }
}
