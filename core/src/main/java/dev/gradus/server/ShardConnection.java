package dev.gradus.server;

import dev.gradus.exchange.transport.Allowance;
import dev.gradus.exchange.transport.Frame;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** A shard's side of the connection to one worker. Belongs to the shard's thread. */
final class ShardConnection {

    /** Bytes of answers that may wait; a worker that does not take them is not read from. */
    private static final int MOST_PENDING = 2 << 20;

    /** Frames that are handled before the next connection has its turn. */
    private static final int AT_ONCE = 64;

    private final int rank;
    private final Conduit conduit;
    private final FrameInput in;
    private final FrameOutput out;
    private final PushWindow window = new PushWindow();
    private final Allowance allowance = new Allowance();
    private boolean left;

    /** What is done with a request. */
    interface Handler {
        void handle(ShardConnection from, Frame head, ByteBuffer payload) throws IOException;
    }

    ShardConnection(int rank, Conduit conduit, int epoch) {
        this.rank = rank;
        this.conduit = conduit;
        this.in = new FrameInput(epoch);
        this.out = new FrameOutput(epoch);
    }

    int rank() {
        return rank;
    }

    PushWindow window() {
        return window;
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
        return out.pending() > MOST_PENDING;
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
        return (out.hasMore() && conduit.writable()) || (!isFull() && (conduit.readable() || in.next() != null));
    }

    void waitWith(Waiting waiting) throws IOException {
        conduit.waitWith(waiting, !isFull(), out.hasMore());
    }

    /** Begins an answer; {@link #end} ends it. */
    ByteBuffer begin(int mostBytes) {
        return out.begin(mostBytes);
    }

    void end(byte type, int tag) {
        out.end(type, tag, 0);
    }

    /** Answers with nothing but a type. */
    void answer(byte type, int tag) {
        out.begin(0);
        out.end(type, tag, 0);
    }

    /** Writes what the worker takes; true if anything left. */
    boolean flush() throws IOException {
        return out.hasMore() && out.flush(conduit);
    }

    boolean hasMore() {
        return out.hasMore();
    }

    FrameInput input() {
        return in;
    }

    FrameOutput output() {
        return out;
    }

    void close() {
        conduit.close();
    }
}
