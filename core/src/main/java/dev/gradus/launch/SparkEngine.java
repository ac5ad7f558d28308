package dev.gradus.launch;

import dev.gradus.job.Job;
import dev.gradus.train.Launcher.Surroundings;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunResult;

/** Runs the ranks of a job as tasks of Spark. Found by ServiceLoader, in the module that knows Spark. */
public interface SparkEngine {

    /** Runs a job from start to end. Whatever was started has ended when this returns or throws. */
    RunResult run(Job job, Surroundings surroundings) throws RunFailedException;
}
