package dev.gradus.data.files;

import dev.gradus.data.DataException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that work on one thing together until all are done. */
public final class Crew {

    private Crew() {}

    /**
     * Gives each task a thread and waits for all of them. Of those that failed, the first is thrown; the others must
     * learn of it by themselves.
     */
    public static void run(String name, List<? extends Callable<Void>> tasks) throws DataException {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size(), task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        try {
            for (Future<Void> future : threads.invokeAll(tasks)) {
                future.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataException("interrupted while reading", e);
        } catch (ExecutionException e) {
            throw known(e.getCause() == null ? e : e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static DataException known(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException unexpected) {
            throw unexpected;
        }
        return cause instanceof DataException known ? known : new DataException(cause.toString(), cause);
    }
}
