package dev.gradus.data.text;

import dev.gradus.data.DataException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One pass over a text by several threads, each of which takes the next piece when it is done with its last. */
final class TextPass {

    /** What a thread does with its pieces. */
    interface Worker {
        void work(Piece piece) throws DataException;
    }

    private final PieceQueue queue;
    private volatile boolean failed;
    private @Nullable DataException failure;
    private Piece.@Nullable Place failedAt;

    private TextPass(PieceQueue queue) {
        this.queue = queue;
    }

    /**
     * Works through all files and returns the workers, one a thread. If several pieces fail, the first of them in the
     * text that was worked on is thrown; in a single plain file that is the first of all.
     */
    static <W extends Worker> List<W> run(TextJob job, Supplier<W> maker) throws DataException {
        List<W> workers = new ArrayList<>();
        try (PieceQueue queue = new PieceQueue(job.files(), job.cutter(), job.tokenizer())) {
            TextPass pass = new TextPass(queue);
            for (int i = 0; i < job.threads(); i++) {
                workers.add(maker.get());
            }
            pass.await(workers);
            pass.rethrow();
        }
        return workers;
    }

    private void await(List<? extends Worker> workers) throws DataException {
        ExecutorService threads = Executors.newFixedThreadPool(workers.size(), task -> {
            Thread thread = new Thread(task, "gradus-text");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (Worker worker : workers) {
                tasks.add(() -> work(worker));
            }
            for (Future<Void> future : threads.invokeAll(tasks)) {
                future.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataException("interrupted while reading a text", e);
        } catch (ExecutionException e) {
            throw unexpected(e.getCause() == null ? e : e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private @Nullable Void work(Worker worker) {
        Piece piece = new Piece();
        while (!failed) {
            try {
                if (!queue.next(piece)) {
                    break;
                }
                worker.work(piece);
            } catch (DataException e) {
                fail(piece.place(), e);
            } catch (RuntimeException | Error e) {
                failed = true; // or the others would work on for nothing
                throw e;
            }
        }
        return null;
    }

    private synchronized void fail(Piece.Place place, DataException e) {
        failed = true;
        if (failedAt == null || place.compareTo(failedAt) < 0) {
            failedAt = place;
            failure = e;
        }
    }

    private synchronized void rethrow() throws DataException {
        if (failure != null) {
            throw failure;
        }
    }

    private static RuntimeException unexpected(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
    }
}
