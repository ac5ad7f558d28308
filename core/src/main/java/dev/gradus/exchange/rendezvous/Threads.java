package dev.gradus.exchange.rendezvous;

/** Starts threads that do not keep the process alive. */
final class Threads {

    private Threads() {}

    static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
