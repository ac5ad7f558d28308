package dev.gradus.launch;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints that rank 0 sends to its launcher. The launcher's thread gathers the pieces; a thread of its own puts
 * what is complete into the store and answers. Rank 0 waits for that answer before it sends another, so at most one is
 * in memory. Used by one thread.
 */
final class CheckpointInbox implements AutoCloseable {

    private final CheckpointStore store;
    private final CheckpointMessages.Sink answers;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "checkpoint-store");
        made.setDaemon(true);
        return made;
    });
    private Deque<Message> pieces = new ArrayDeque<>();
    private long announced;
    private long received;
    private @Nullable Future<?> storing;

    /** {@code answers} takes what rank 0 is told. */
    CheckpointInbox(CheckpointStore store, CheckpointMessages.Sink answers) {
        this.store = store;
        this.answers = answers;
    }

    /** A checkpoint of so many bytes follows. */
    void announce(long bytes) throws IOException {
        if (announced > 0 || storing != null || bytes <= 0) {
            throw new IOException(
                    "checkpoint announced out of turn: bytes=" + bytes + ", missing=" + (announced - received));
        }
        announced = bytes;
        received = 0;
    }

    /** The next piece of the checkpoint that was announced. */
    void take(Message piece) throws IOException {
        received += piece.payload().length;
        if (piece.payload().length == 0 || received > announced) {
            throw new IOException("more of a checkpoint than announced: bytes=" + received + ", of=" + announced);
        }
        pieces.add(piece);
        if (received == announced) {
            Deque<Message> complete = pieces;
            long bytes = announced;
            pieces = new ArrayDeque<>();
            announced = 0;
            storing = thread.submit(() -> {
                // Read before it is written: only what is known to be whole may take the place of an older one.
                Checkpoint checkpoint = CheckpointMessages.receive(complete::remove, bytes, "rank 0");
                store.store(checkpoint);
                return null;
            });
        }
    }

    /** Looks whether a checkpoint is stored by now, tells rank 0, and fails if it could not be. */
    void check() throws RunFailedException, InterruptedException {
        Future<?> begun = storing;
        if (begun != null && begun.isDone()) {
            await(begun, Duration.ZERO);
            storing = null;
            answer();
        }
    }

    private void answer() {
        try {
            answers.send(new Message(Message.Type.STORED, new byte[0]));
        } catch (IOException e) {
            return; // rank 0 is gone, which the coordinator hears too and says better
        }
    }

    /** Waits for the last checkpoint. */
    void finish(Duration patience) throws RunFailedException, InterruptedException {
        Future<?> begun = storing;
        storing = null;
        if (begun != null) {
            await(begun, patience);
        }
    }

    private static void await(Future<?> begun, Duration patience) throws RunFailedException, InterruptedException {
        try {
            begun.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw RunFailedException.of(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw new RunFailedException(
                    Cause.FAILED, "last checkpoint is not written in time: waited=" + patience.toSeconds() + "s", e);
        }
    }

    /** What is being written is left to finish: its file appears as a whole or not at all. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
