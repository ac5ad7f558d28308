package dev.gradus.spark;

import dev.gradus.run.Gradus;
import dev.gradus.run.JobBuilder;

/** A job on two ranks with many steps and checkpoints, which leaves time for something to happen to executors. */
final class LongJob {

    private LongJob() {}

    static JobBuilder on(String launch) {
        return Gradus.job()
                .set("launch", launch)
                .set("data.rows", 200_000)
                .set("epochs", 60)
                .set("batchSize", 1000)
                .set("evaluate.every", 0)
                .set("metrics.every", 10)
                .set("checkpoint.every", 100)
                .set("launch.warmUp", "0s")
                .ranks(2);
    }
}
