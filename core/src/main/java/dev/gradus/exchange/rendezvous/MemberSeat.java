package dev.gradus.exchange.rendezvous;

import java.time.Duration;

/** What a coordinator knows of one member. Written by the thread that listens to it, read by any. */
final class MemberSeat {

    private final ControlLink link;
    private final String host;
    private final int port;
    private volatile long heardAt = System.nanoTime();
    private volatile boolean done;

    MemberSeat(ControlLink link, String host, int port) {
        this.link = link;
        this.host = host;
        this.port = port;
    }

    ControlLink link() {
        return link;
    }

    String host() {
        return host;
    }

    int port() {
        return port;
    }

    void heard() {
        heardAt = System.nanoTime();
    }

    void done() {
        done = true;
    }

    boolean isDone() {
        return done;
    }

    /** How long nothing has been heard of a member that is not done. */
    Duration silentFor() {
        return done ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - heardAt);
    }
}
