package dev.gradus.optim;

import dev.gradus.job.Key;
import java.util.List;

/** The keys of a job that say how a mean gradient becomes new parameters. */
public final class OptimKeys {

    /** The largest decay rate: one that is 1 as a float would never forget, and Adam would divide by zero. */
    private static final double BELOW_ONE = 0.999999;

    /** The smallest positive number that makes sense here; keys have closed ranges, so "above 0" needs a number. */
    private static final double ABOVE_ZERO = 1e-12;

    public static final Key<String> KIND = Key.choice(
            "optimizer.kind",
            "sgd",
            List.of("sgd", "momentum", "nesterov", "adagrad", "adam", "ftrl"),
            "the rule that turns a mean gradient into new parameters; sparse rows: sgd, adagrad or ftrl, which is for"
                    + " them only");

    public static final Key<Double> RATE = Key.number(
            "optimizer.rate",
            0.1,
            ABOVE_ZERO,
            Double.POSITIVE_INFINITY,
            "learning rate, before the scaling and the schedule of the schedule keys");

    public static final Key<Double> MOMENTUM = Key.number(
            "optimizer.momentum",
            0.9,
            0,
            BELOW_ONE,
            "share of the velocity that a step keeps (momentum and nesterov only)");

    public static final Key<Double> BETA1 = Key.number(
            "optimizer.beta1", 0.9, 0, BELOW_ONE, "share of the mean gradient that a step keeps (adam only)");

    public static final Key<Double> BETA2 = Key.number(
            "optimizer.beta2", 0.999, 0, BELOW_ONE, "share of the mean squared gradient that a step keeps (adam only)");

    public static final Key<Double> EPSILON = Key.number(
            "optimizer.epsilon",
            1e-8,
            ABOVE_ZERO,
            1,
            "added to the root of squared gradients, so that nothing is divided by zero (adagrad and adam only)");

    public static final Key<Double> BETA = Key.number(
            "optimizer.beta",
            1,
            ABOVE_ZERO,
            Double.POSITIVE_INFINITY,
            "added to the root of squared gradients, so that first steps are not too long (ftrl only)");

    public static final Key<Double> CLIP = Key.number(
            "optimizer.clip",
            0,
            0,
            Double.POSITIVE_INFINITY,
            "largest norm of the whole mean gradient; a larger one is scaled down to it; 0 = off");

    public static final Key<String> SCHEDULE = Key.choice(
            "schedule.kind",
            "constant",
            List.of("constant", "step", "linear", "cosine"),
            "how the rate changes after the warm-up");

    public static final Key<Double> EVERY_EPOCHS = Key.number(
            "schedule.everyEpochs",
            10,
            ABOVE_ZERO,
            Double.POSITIVE_INFINITY,
            "epochs between cuts of the rate, counted from the start of the run (step only)");

    public static final Key<Double> FACTOR =
            Key.number("schedule.factor", 0.1, 0, 1, "what each cut multiplies the rate by (step only)");

    public static final Key<Double> END = Key.number(
            "schedule.end", 0, 0, 1, "share of the rate that is left when the run ends (linear and cosine only)");

    public static final Key<Double> WARM_UP_EPOCHS = Key.number(
            "schedule.warmUpEpochs",
            0,
            0,
            Double.POSITIVE_INFINITY,
            "epochs, or a fraction of one, over which the rate rises at the start; 0 = off");

    public static final Key<String> SCALING = Key.choice(
            "schedule.scaling",
            "none",
            List.of("none", "linear"),
            "whether the rate grows with the batch: linear multiplies it by batch size / schedule.baseBatch");

    public static final Key<Long> BASE_BATCH = Key.whole(
            "schedule.baseBatch",
            256,
            1,
            Integer.MAX_VALUE,
            "the batch size that optimizer.rate was chosen for (linear scaling only)");

    private OptimKeys() {}

    /** Every key of this package, in the order in which they are documented. */
    public static List<Key<?>> all() {
        return List.of(
                KIND,
                RATE,
                MOMENTUM,
                BETA1,
                BETA2,
                EPSILON,
                BETA,
                CLIP,
                SCHEDULE,
                EVERY_EPOCHS,
                FACTOR,
                END,
                WARM_UP_EPOCHS,
                SCALING,
                BASE_BATCH);
    }
}
