package dev.gradus.server;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Allowance;
import dev.gradus.exchange.transport.Frame;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A worker's side of the connection to one shard. Guarded by the lock of its link. */
final class ShardClient {

    /** Requests that may be under way: a power of two. */
    private static final int MOST_REQUESTS = 1024;

    /** Bytes of requests that may wait. */
    private static final int MOST_PENDING = 1 << 20;

    private static final long BEAT_NANOS = 200_000_000;

    /** What happens with an answer. */
    interface Reply {
        void take(byte type, ByteBuffer payload) throws IOException;
    }

    private final int shard;
    private final int seat;
    private final Conduit conduit;
    private final FrameInput in;
    private final FrameOutput out;
    private final Duration silence;
    private final Allowance allowance = new Allowance();
    private final @Nullable Reply[] replies = new @Nullable Reply[MOST_REQUESTS];
    private int nextTag;
    private int underWay;
    private int pushes;
    private long saidAt = System.nanoTime();
    private boolean left;

    /** Where a shard is and how to know it: its number, the seat of its process in the group, and the connection. */
    record Place(int shard, int seat, Conduit conduit) {}

    ShardClient(Place place, int epoch, Duration silence) {
        this.shard = place.shard();
        this.seat = place.seat();
        this.conduit = place.conduit();
        this.in = new FrameInput(epoch);
        this.out = new FrameOutput(epoch);
        this.silence = silence;
        allowance.grant(silence);
    }

    int shard() {
        return shard;
    }

    /** Whether one more request can be begun. */
    boolean hasRoom() {
        return out.pending() < MOST_PENDING && replies[nextTag & (MOST_REQUESTS - 1)] == null;
    }

    /** Begins a request. */
    ByteBuffer begin(long mostBytes) {
        return out.begin((int) Math.min(Integer.MAX_VALUE, mostBytes));
    }

    /** Ends the request; {@code reply} gets the answer. */
    void end(byte type, int argument, Reply reply) {
        int tag = nextTag++;
        replies[tag & (MOST_REQUESTS - 1)] = reply;
        underWay++;
        out.end(type, tag, argument);
        saidAt = System.nanoTime();
    }

    /** Requests without an answer so far. */
    int underWay() {
        return underWay;
    }

    /** Pushes without an answer so far. */
    int pushes() {
        return pushes;
    }

    void pushed(int more) {
        pushes += more;
    }

    /** Nothing more is said or expected: the shard has let this worker go, and ends the connection. */
    void leaves() {
        left = true;
    }

    /** Moves what can be moved now; true if anything was. */
    boolean pump() throws ExchangeException {
        if (left) {
            return false;
        }
        try {
            boolean sent = out.hasMore() && out.flush(conduit);
            return receiveNow() || sent;
        } catch (IOException e) {
            throw lost(String.valueOf(e.getMessage()), e);
        }
    }

    /** Takes answers that are there, and sends nothing. */
    void receive() throws ExchangeException {
        if (left) {
            return;
        }
        try {
            receiveNow();
        } catch (IOException e) {
            throw lost(String.valueOf(e.getMessage()), e);
        }
    }

    private boolean receiveNow() throws IOException {
        boolean moved = false;
        if (conduit.readable()) {
            int count = in.fill(conduit);
            if (count < 0) {
                throw new EOFException("connection ended");
            }
            moved = count > 0;
        }
        for (Frame head = in.next(); head != null && !left; head = in.next()) {
            allowance.grant(silence);
            take(head, in.payload());
            moved = true;
        }
        return moved;
    }

    private void take(Frame head, ByteBuffer payload) throws IOException {
        if (head.type() == FrameType.BEAT) {
            return;
        }
        int slot = head.tag() & (MOST_REQUESTS - 1);
        Reply reply = replies[slot];
        if (reply == null || nextTag - head.tag() > MOST_REQUESTS) {
            throw new IOException("answer to nothing: type=" + head.type() + ", tag=" + head.tag());
        }
        replies[slot] = null;
        underWay--;
        reply.take(head.type(), payload);
    }

    /** Gives a sign of life if it is time, and looks for one. */
    void tend() throws ExchangeException {
        if (left) {
            return;
        }
        if (System.nanoTime() - saidAt > BEAT_NANOS && out.pending() < MOST_PENDING) {
            out.begin(0);
            out.end(FrameType.BEAT, 0, 0);
            saidAt = System.nanoTime();
        }
        if (allowance.usedUp()) {
            throw lost("it is silent: waited=" + silence.toMillis() / 1e3 + "s", null);
        }
    }

    private ExchangeException lost(String reason, @Nullable Throwable cause) {
        String message = "shard " + shard + " is lost: " + reason;
        return cause == null ? new ExchangeException(seat, message) : new ExchangeException(seat, message, cause);
    }

    /** Time has passed since the last look. */
    void lookAgain() {
        conduit.lookAgain();
    }

    boolean ready() {
        return !left && (conduit.readable() || (out.hasMore() && conduit.writable()));
    }

    void waitWith(Waiting waiting) throws ExchangeException {
        if (left) {
            return;
        }
        try {
            conduit.waitWith(waiting, true, out.hasMore());
        } catch (IOException e) {
            throw lost(String.valueOf(e.getMessage()), e);
        }
    }

    long bytesSent() {
        return out.bytes();
    }

    long bytesReceived() {
        return in.bytes();
    }

    long messages() {
        return out.frames();
    }

    boolean leavesProcess() {
        return conduit.leavesProcess();
    }

    void close() {
        conduit.close();
    }
}
