package dev.gradus.run;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Writes the trace of a run on a thread of its own, since the model takes as long to save and needs nothing of it.
 * Closing waits for the file; nothing but a disk that does not answer can make that long.
 */
final class TraceBeside implements AutoCloseable {

    private final FutureTask<Void> writing;

    /** Begins to write. */
    TraceBeside(FolderLog log) {
        this.writing = new FutureTask<>(() -> {
            log.writeTrace();
            return null;
        });
        new Thread(writing, "trace").start();
    }

    @Override
    public void close() throws IOException {
        try {
            writing.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the trace was written");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new IllegalStateException("trace was not written", e);
        }
    }
}
