package dev.gradus.train;

import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.metrics.RunObserver;
import java.util.List;

/** A value of {@code launch.kind}: starts the ranks of a run and ends them. Found by ServiceLoader. */
public interface Launcher {

    /** What a job writes as {@code launch.kind}. */
    String name();

    /** One sentence for {@code --keys} and the documentation. */
    String summary();

    /** The keys that this kind reads, beyond those of every job. */
    List<Key<?>> keys();

    /**
     * Those of its keys that stand in a section of their own. A job may carry them whatever its {@code launch.kind}, so
     * that one file says how it runs here and how it runs there.
     */
    default List<Key<?>> section() {
        return List.of();
    }

    /** Whether {@code exchange.link} says how the ranks that it starts talk. */
    default boolean usesLinks() {
        return true;
    }

    /** Whether it starts processes itself, by the command that it is given. */
    default boolean startsProcesses() {
        return false;
    }

    /** Runs a job from start to end. Whatever was started has ended when this returns or throws. */
    RunResult run(Job job, Surroundings surroundings) throws RunFailedException;

    /**
     * What a launcher needs from whoever calls it: somebody to tell, the command that starts a rank's process, to which
     * {@code --join HOST:PORT --rank N} is added, where checkpoints come from and go, and what jobs can be made of, for
     * ranks that share this process.
     */
    record Surroundings(RunObserver observer, List<String> workerCommand, CheckpointStore checkpoints, Kinds kinds) {

        public Surroundings {
            workerCommand = List.copyOf(workerCommand);
        }

        /** Surroundings with the kinds of the class path. */
        public Surroundings(RunObserver observer, List<String> workerCommand, CheckpointStore checkpoints) {
            this(observer, workerCommand, checkpoints, Kinds.load());
        }

        /** Surroundings of a run that begins at the beginning and stores no checkpoints. */
        public Surroundings(RunObserver observer, List<String> workerCommand) {
            this(observer, workerCommand, CheckpointStore.none());
        }
    }
}
