package dev.gradus.cli;

/** What is left to do when this process is told to stop by a signal, as by Ctrl-C; undone by closing it. */
final class StopHook implements AutoCloseable {

    private static final long PATIENCE_MILLIS = 2000;

    private static volatile boolean stopping;

    private final Thread thread;

    StopHook(Runnable last) {
        this.thread = new Thread(
                () -> {
                    stopping = true;
                    last.run();
                    ErrorFilter.await();
                },
                "last-words");
    }

    /** From now on, until closed. */
    void arm() {
        Runtime.getRuntime().addShutdownHook(thread);
    }

    /** Whether the process is being stopped, so that whatever fails now fails because of that. */
    static boolean stopping() {
        return stopping;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            awaitEnd(); // it runs already and needs what its owner is about to close
        }
    }

    private void awaitEnd() {
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
