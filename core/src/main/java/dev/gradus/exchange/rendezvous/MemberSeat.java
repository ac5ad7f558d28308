package dev.gradus.exchange.rendezvous;

import java.time.Duration;

/** What a coordinator knows of one member. Written by the thread that listens to it, read by any. */
final class MemberSeat {

    private final ControlLink link;
    private final PeerCalls.Address address;
    private volatile long excusedAt = System.nanoTime();
    private volatile boolean done;

    MemberSeat(ControlLink link, PeerCalls.Address address) {
        this.link = link;
        this.address = address;
    }

    ControlLink link() {
        return link;
    }

    /** Where its peers reach it. */
    PeerCalls.Address address() {
        return address;
    }

    /** Its silence so far does not count. */
    void excuse() {
        excusedAt = System.nanoTime();
    }

    void done() {
        done = true;
    }

    boolean isDone() {
        return done;
    }

    /** How long nothing has been heard of a member that is not done. */
    Duration silentFor() {
        long now = System.nanoTime();
        return done ? Duration.ZERO : Duration.ofNanos(Math.min(now - link.heardAt(), now - excusedAt));
    }
}
