package dev.gradus.run;

import dev.gradus.train.Kinds;

/**
 * Where a program begins:
 *
 * <pre>{@code
 * TrainedRun run = Gradus.job()
 *         .set("model", "logistic")
 *         .set("data", "linear")
 *         .set("strategy", "local")
 *         .ranks(4)
 *         .train();
 * System.out.println(run.figure("accuracy"));
 * }</pre>
 *
 * The names and values are those of a job file.
 */
public final class Gradus {

    private Gradus() {}

    /** A job whose keys all have their defaults. */
    public static JobBuilder job() {
        return new JobBuilder(Kinds.load());
    }
}
