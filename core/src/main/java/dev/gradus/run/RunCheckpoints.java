package dev.gradus.run;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointFolder;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.metrics.RunFolder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The checkpoints in a run folder, each written after the lines of the log that belong before it. */
record RunCheckpoints(RunFolder folder, @Nullable Checkpoint start, int keep) implements CheckpointStore {

    @Override
    public void store(Checkpoint checkpoint) throws IOException {
        // Whoever finds the checkpoint must find the lines too: a run that goes on from it does not write them again.
        folder.sync();
        new CheckpointFolder(folder.path()).store(checkpoint, keep);
    }
}
