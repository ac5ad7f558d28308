package dev.gradus.checkpoint;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where a run goes on from and where it puts its checkpoints. */
public interface CheckpointStore {

    /** What the run goes on from, or null if it begins at the beginning. Nobody may write to its arrays. */
    @Nullable
    Checkpoint start();

    /** Stores a checkpoint; when this returns, a power cut does not lose it. One caller at a time. */
    void store(Checkpoint checkpoint) throws IOException;

    /** A store for runs that are not worth one: it has nothing and forgets everything. */
    static CheckpointStore none() {
        return new CheckpointStore() {
            @Override
            public @Nullable Checkpoint start() {
                return null;
            }

            @Override
            public void store(Checkpoint checkpoint) {}
        };
    }
}
