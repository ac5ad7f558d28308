package dev.gradus.server;

import dev.gradus.exchange.transport.Allowance;
import dev.gradus.exchange.transport.Frame;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A shard's side of the connection to one worker. One thread at a time serves it. Answers may be put by any, and what
 * is on its way out is guarded by {@link #out}; nobody waits for a shard's lock while holding that.
 */
final class ShardConnection {

    /** Bytes of answers that may wait; a worker that does not take them is not read from. */
    private static final int MOST_PENDING = 2 << 20;

    /** Frames that are handled before answers leave. */
    private static final int AT_ONCE = 64;

    private final int rank;
    private final Conduit conduit;
    private final FrameInput in;
    private final FrameOutput out;
    private final PushWindow window = new PushWindow();
    private final PullScratch scratch = new PullScratch();
    private final Allowance allowance = new Allowance();

    /** How the thread waits that serves this; null if it is the worker's own, in whose place anybody may flush. */
    private @Nullable Waiting waiting;

    private volatile boolean left;
    private volatile boolean stopped;

    /** What is done with a request. */
    interface Handler {
        void handle(ShardConnection from, Frame head, ByteBuffer payload) throws IOException;
    }

    /** What writes the payload of an answer. */
    interface Payload {
        void write(ByteBuffer out);
    }

    ShardConnection(int rank, Conduit conduit, int epoch) {
        this.rank = rank;
        this.conduit = conduit;
        this.in = new FrameInput(epoch);
        this.out = new FrameOutput(epoch);
    }

    /** Says, before anybody else knows this connection, that a thread serves it which waits like that. */
    void servedBy(Waiting sleeping) {
        waiting = sleeping;
    }

    int rank() {
        return rank;
    }

    /** Used while the shard's lock is held for writing. */
    PushWindow window() {
        return window;
    }

    /** Used by the thread that serves this while it holds the shard's lock, or by whoever holds that for writing. */
    PullScratch scratch() {
        return scratch;
    }

    /** Nothing is expected of this worker any more. */
    void leaves() {
        left = true;
    }

    boolean hasLeft() {
        return left;
    }

    void grant(Duration silence) {
        allowance.grant(silence);
    }

    boolean isSilent() {
        return allowance.usedUp();
    }

    /** Reads what is there and handles it; true if anything came or went. */
    boolean serve(Handler handler, Duration silence) throws IOException {
        boolean moved = flush();
        int handled = handle(handler);
        if (handled < AT_ONCE && !isFull() && conduit.readable()) {
            int count = in.fill(conduit);
            if (count < 0) {
                throw new EOFException("connection ended");
            }
            if (count > 0) {
                allowance.grant(silence);
                handled += handle(handler);
                moved = true;
            }
        }
        return moved || handled > 0;
    }

    private boolean isFull() {
        synchronized (out) {
            return out.pending() > MOST_PENDING;
        }
    }

    private int handle(Handler handler) throws IOException {
        int handled = 0;
        while (handled < AT_ONCE && !isFull()) {
            Frame head = in.next();
            if (head == null) {
                break;
            }
            handler.handle(this, head, in.payload());
            handled++;
        }
        return handled;
    }

    /** Whether there is something to do now. */
    boolean ready() throws IOException {
        return (hasMore() && conduit.writable()) || (!isFull() && (conduit.readable() || in.next() != null));
    }

    void waitWith(Waiting sleeping) throws IOException {
        conduit.waitWith(sleeping, !isFull(), hasMore());
    }

    /** Puts an answer whose payload has at most so many bytes. */
    void answer(byte type, int tag, int mostBytes, Payload payload) {
        synchronized (out) {
            payload.write(out.begin(mostBytes));
            out.end(type, tag, 0);
        }
    }

    /** Answers with nothing but a type. */
    void answer(byte type, int tag) {
        answer(type, tag, 0, nothing -> {});
    }

    /** Writes what the worker takes; true if anything left. */
    boolean flush() throws IOException {
        synchronized (out) {
            return out.hasMore() && out.flush(conduit);
        }
    }

    /** Has answers leave that another thread than the one that serves this has put. */
    void passOn() throws IOException {
        Waiting sleeping = waiting;
        if (sleeping == null) {
            flush();
        } else if (hasMore()) {
            sleeping.wake();
        }
    }

    boolean hasMore() {
        synchronized (out) {
            return out.hasMore();
        }
    }

    /** Whether the worker is in another process. */
    boolean leavesProcess() {
        return conduit.leavesProcess();
    }

    long bytesIn() {
        return in.bytes();
    }

    long messagesIn() {
        return in.frames();
    }

    long bytesOut() {
        synchronized (out) {
            return out.bytes();
        }
    }

    long messagesOut() {
        synchronized (out) {
            return out.frames();
        }
    }

    /** Ends this: the thread that serves it, if there is one, closes it. */
    void stop() {
        stopped = true;
        Waiting sleeping = waiting;
        if (sleeping == null) {
            close();
        } else {
            sleeping.wake();
        }
    }

    boolean isStopped() {
        return stopped;
    }

    void close() {
        conduit.close();
    }
}
