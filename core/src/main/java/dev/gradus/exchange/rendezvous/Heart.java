package dev.gradus.exchange.rendezvous;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Tells the other side of a control connection, from a thread of its own, that this process is not frozen. */
final class Heart {

    /** Well below the shortest silence that a job may call the end of a rank. */
    private static final Duration BEAT = Duration.ofMillis(200);

    private static final Message HEARTBEAT = new Message(Message.Type.HEARTBEAT, new byte[0]);

    private Heart() {}

    /** Beats until the connection ends; whoever listens on it learns of that and says so. */
    static void start(String thread, ControlLink link) {
        Threads.start(thread, () -> {
            try {
                while (true) {
                    link.send(HEARTBEAT);
                    LockSupport.parkNanos(BEAT.toNanos());
                }
            } catch (IOException e) {
                return; // the connection has ended
            }
        });
    }
}
