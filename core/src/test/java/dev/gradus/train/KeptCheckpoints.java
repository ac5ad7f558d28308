package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.checkpoint.Checkpoints;
import java.io.IOException;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** Keeps the bytes of the checkpoints that a run stores, by step, for tests. */
final class KeptCheckpoints implements CheckpointStore {

    final NavigableMap<Long, byte[]> stored = new ConcurrentSkipListMap<>();
    private final @Nullable Checkpoint start;

    /** {@code start} is what the run goes on from; null begins at the beginning. */
    KeptCheckpoints(@Nullable Checkpoint start) {
        this.start = start;
    }

    @Override
    public @Nullable Checkpoint start() {
        return start;
    }

    @Override
    public void store(Checkpoint checkpoint) throws IOException {
        stored.put(checkpoint.place().step(), Checkpoints.bytes(checkpoint));
    }

    Checkpoint first() throws IOException {
        return Checkpoints.read(Objects.requireNonNull(stored.firstEntry()).getValue());
    }
}
