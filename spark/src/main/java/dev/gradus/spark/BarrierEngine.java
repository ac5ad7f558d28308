package dev.gradus.spark;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.launch.SparkEngine;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Launcher.Surroundings;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunResult;

/** Ranks are the tasks of one barrier stage, which Spark starts all together or not at all. */
public final class BarrierEngine implements SparkEngine {

    @Override
    public RunResult run(Job job, Surroundings surroundings) throws RunFailedException {
        try (Application application = Application.open(job, surroundings.observer())) {
            return new Attempts(job, surroundings, application).run();
        } catch (NoClassDefFoundError e) {
            throw new JobException(
                    JobKeys.LAUNCH_KIND.name(),
                    "launch.kind=spark needs Spark's classes: missing=" + e.getMessage()
                            + "; start by spark-submit, or by ./gradus with --launch spark");
        }
    }
}
