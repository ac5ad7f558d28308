package dev.gradus.exchange.transport;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.metrics.Traffic;
import java.nio.FloatBuffer;

/** A link through memory, of one process or shared by two: a pipe of floats in each direction. */
public final class MemoryLink implements Link {

    /** Tag and length, as the bits of two floats. */
    private static final int HEADER = 2;

    private final int peer;
    private final Pipe out;
    private final Pipe in;
    private final Sharing sharing;
    private final FloatBuffer outHeader = FloatBuffer.allocate(HEADER);
    private final FloatBuffer inHeader = FloatBuffer.allocate(HEADER);
    private FloatBuffer sending = outHeader;
    private int sendAt;
    private int sendTo;
    private int headerSent = HEADER;
    private FloatBuffer receiving = inHeader;
    private int receiveTag;
    private int receiveAt;
    private int receiveTo;
    private int headerReceived = HEADER;
    private long floatsSent;
    private long floatsReceived;
    private long messages;

    MemoryLink(int peer, Pipe out, Pipe in, Sharing sharing) {
        this.peer = peer;
        this.out = out;
        this.in = in;
        this.sharing = sharing;
    }

    /**
     * The two ends between two threads of one process, rank {@code a} and rank {@code b}: first the one that {@code a}
     * uses.
     */
    public static MemoryLink[] pair(int a, int b) {
        FloatPipe there = new FloatPipe();
        FloatPipe back = new FloatPipe();
        return new MemoryLink[] {
            new MemoryLink(b, there, back, Sharing.PROCESS), new MemoryLink(a, back, there, Sharing.PROCESS)
        };
    }

    @Override
    public int peer() {
        return peer;
    }

    @Override
    public boolean onThisMachine() {
        return true;
    }

    @Override
    public Sharing sharing() {
        return sharing;
    }

    @Override
    public void checkPeer() throws ExchangeException {
        if (in.closed()) {
            throw gone();
        }
    }

    @Override
    public void send(int tag, Floats data, int from, int to) throws ExchangeException {
        if (!sent()) {
            throw new IllegalStateException("message before has not gone yet: peer=" + peer + ", tag=" + tag);
        }
        outHeader.put(0, Float.intBitsToFloat(tag));
        outHeader.put(1, Float.intBitsToFloat(to - from));
        headerSent = 0;
        sending = data.view();
        sendAt = from;
        sendTo = to;
        messages++;
        flush();
    }

    @Override
    public boolean flush() throws ExchangeException {
        if (sent()) {
            return true;
        }
        if (out.closed()) {
            throw gone();
        }
        int moved = out.write(outHeader, headerSent, HEADER);
        headerSent += moved;
        floatsSent += moved;
        if (headerSent == HEADER) {
            moved = out.write(sending, sendAt, sendTo);
            sendAt += moved;
            floatsSent += moved;
        }
        return sent();
    }

    private boolean sent() {
        return headerSent == HEADER && sendAt == sendTo;
    }

    @Override
    public void expect(int tag, Floats into, int from, int to) {
        receiveTag = tag;
        receiving = into.view();
        receiveAt = from;
        receiveTo = to;
        headerReceived = 0;
    }

    @Override
    public boolean poll() throws ExchangeException {
        if (headerReceived < HEADER) {
            boolean closed = in.closed(); // read before the data: what was written before the end still counts
            headerReceived += in.read(inHeader, headerReceived, HEADER);
            if (headerReceived < HEADER) {
                if (closed) {
                    throw gone();
                }
                return false;
            }
            check(Float.floatToRawIntBits(inHeader.get(0)), Float.floatToRawIntBits(inHeader.get(1)));
        }
        boolean closed = in.closed();
        int taken = in.read(receiving, receiveAt, receiveTo);
        receiveAt += taken;
        floatsReceived += taken;
        if (receiveAt < receiveTo && closed && taken == 0) {
            throw gone();
        }
        return receiveAt == receiveTo;
    }

    private void check(int tag, int length) throws ExchangeException {
        floatsReceived += HEADER;
        if (tag != receiveTag || length != receiveTo - receiveAt) {
            throw new ExchangeException(
                    peer,
                    "rank " + peer + " is out of step: expected tag=" + receiveTag + " floats="
                            + (receiveTo - receiveAt) + ", received tag=" + tag + " floats=" + length);
        }
    }

    private ExchangeException gone() {
        return new ExchangeException(peer, "rank " + peer + " is lost: it has ended");
    }

    @Override
    public long bytesMoved() {
        return (floatsSent + floatsReceived) * Float.BYTES;
    }

    @Override
    public Traffic traffic() {
        return new Traffic(floatsSent * Float.BYTES, floatsReceived * Float.BYTES, messages, 0);
    }

    @Override
    public void close() {
        out.close();
        in.close();
    }
}
