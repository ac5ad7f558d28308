package dev.gradus.cli;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The process through which the start script passes our standard error, to take one line of the JVM's away. */
final class ErrorFilter {

    /** Names the process; set by the script. */
    private static final String PROPERTY = "gradus.filter";

    private static final long PATIENCE_SECONDS = 2;

    private ErrorFilter() {}

    /** Closes standard error and waits until all of it has arrived, so that nothing is printed after our end. */
    static void await() {
        long pid = Long.getLong(PROPERTY, 0);
        if (pid <= 0) {
            return;
        }
        System.err.close();
        ProcessHandle.of(pid).ifPresent(ErrorFilter::await);
    }

    private static void await(ProcessHandle filter) {
        try {
            filter.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return; // the last line may come late; there is no place left to say so
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
