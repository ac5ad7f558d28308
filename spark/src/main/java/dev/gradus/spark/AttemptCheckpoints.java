package dev.gradus.spark;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of a run that may need several attempts: each attempt goes on from the newest one that those before
 * it stored. An attempt that is over stores nothing more, or it could lay one beside the log of its successor. Used by
 * the launcher's thread and by those that store.
 */
final class AttemptCheckpoints {

    private final CheckpointStore given;
    private final boolean goesOn;
    private @Nullable Checkpoint newest;
    private int attempt;

    /** {@code goesOn} is false for a run that must begin anew each time, since a checkpoint does not hold all of it. */
    AttemptCheckpoints(CheckpointStore given, boolean goesOn) {
        this.given = given;
        this.goesOn = goesOn;
        this.newest = given.start();
    }

    /** Ends the attempt before, when what it is storing is stored, and returns the store of the next. */
    synchronized CheckpointStore next() {
        attempt++;
        return new OfAttempt(attempt, newest);
    }

    private synchronized void store(int by, Checkpoint checkpoint) throws IOException {
        if (by != attempt) {
            throw new IOException("checkpoint comes too late: attempt=" + by + ", now=" + attempt + ", step="
                    + checkpoint.place().step());
        }
        given.store(checkpoint);
        if (goesOn) {
            newest = checkpoint;
        }
    }

    /** What one attempt sees of it. */
    private final class OfAttempt implements CheckpointStore {

        private final int number;
        private final @Nullable Checkpoint start;

        OfAttempt(int number, @Nullable Checkpoint start) {
            this.number = number;
            this.start = start;
        }

        @Override
        public @Nullable Checkpoint start() {
            return start;
        }

        @Override
        public void store(Checkpoint checkpoint) throws IOException {
            AttemptCheckpoints.this.store(number, checkpoint);
        }
    }
}
