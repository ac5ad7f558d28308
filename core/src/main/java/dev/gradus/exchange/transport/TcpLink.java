package dev.gradus.exchange.transport;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.metrics.Traffic;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.zip.CRC32C;

/**
 * A link over a TCP connection that has been opened and greeted already. Messages are {@link Frame heads}, floats and a
 * checksum, staged in two off-heap buffers; a message that fits one of them costs one system call on each side.
 */
public final class TcpLink implements Link {

    /** The type of a message that carries floats. */
    private static final byte DATA = 64;

    /** Bytes staged at a time in each direction. */
    private static final int SEGMENT = 256 << 10;

    private static final int MAX_MESSAGE = Integer.MAX_VALUE - 8;

    private final int peer;
    private final SocketChannel channel;

    private final ByteBuffer out = Frame.buffer(SEGMENT);
    private final CRC32C outCrc = new CRC32C();
    private float[] sending = {};
    private int sendAt;
    private int sendTo;
    private boolean tailPending;
    private long sendSequence;

    private final ByteBuffer in = Frame.buffer(SEGMENT);
    private final CRC32C inCrc = new CRC32C();
    private float[] receiving = {};
    private int receiveTag;
    private int receiveAt;
    private int receiveTo;
    private boolean headTaken;
    private boolean complete = true;
    private long receiveSequence;

    private long bytesSent;
    private long bytesReceived;
    private long messages;

    public TcpLink(int peer, SocketChannel channel) throws IOException {
        this.peer = peer;
        this.channel = channel;
        channel.configureBlocking(false);
        out.limit(0);
        in.limit(0);
    }

    @Override
    public int peer() {
        return peer;
    }

    @Override
    public boolean onThisMachine() {
        Socket socket = channel.socket();
        return socket.getInetAddress().isLoopbackAddress()
                || socket.getInetAddress().equals(socket.getLocalAddress());
    }

    @Override
    public void send(int tag, float[] data, int from, int to) throws ExchangeException {
        if (out.hasRemaining() || sendAt < sendTo || tailPending) {
            throw new IllegalStateException("message before has not gone yet: peer=" + peer + ", tag=" + tag);
        }
        sending = data;
        sendAt = from;
        sendTo = to;
        tailPending = true;
        outCrc.reset();
        messages++;
        out.clear();
        new Frame(DATA, sendSequence++, tag, Math.multiplyExact(to - from, Float.BYTES)).write(out);
        stage();
        flush();
    }

    @Override
    public boolean flush() throws ExchangeException {
        while (true) {
            if (out.hasRemaining() && !write()) {
                return false;
            }
            if (sendAt == sendTo && !tailPending) {
                return true;
            }
            out.clear();
            stage();
        }
    }

    /** Fills the buffer with what comes next and makes it ready to be written. */
    private void stage() {
        int count = Math.min(sendTo - sendAt, out.remaining() / Float.BYTES);
        if (count > 0) {
            int start = out.position();
            out.asFloatBuffer().put(sending, sendAt, count);
            out.position(start + count * Float.BYTES);
            outCrc.update(out.duplicate().flip().position(start));
            sendAt += count;
        }
        if (sendAt == sendTo && tailPending && out.remaining() >= Frame.TAIL) {
            out.putInt((int) outCrc.getValue());
            tailPending = false;
        }
        out.flip();
    }

    /** Hands over what the connection takes; true when the buffer is empty. */
    private boolean write() throws ExchangeException {
        try {
            bytesSent += channel.write(out);
            return !out.hasRemaining();
        } catch (IOException e) {
            throw lost(e);
        }
    }

    @Override
    public void expect(int tag, float[] into, int from, int to) {
        receiveTag = tag;
        receiving = into;
        receiveAt = from;
        receiveTo = to;
        headTaken = false;
        complete = false;
        inCrc.reset();
    }

    @Override
    public boolean poll() throws ExchangeException {
        while (!complete) {
            take();
            if (!complete && read() == 0) {
                return false;
            }
        }
        return true;
    }

    /** Uses up what the buffer holds of the expected message. */
    private void take() throws ExchangeException {
        if (!headTaken && in.remaining() >= Frame.HEAD) {
            takeHead();
        }
        if (!headTaken) {
            return;
        }
        int count = Math.min(receiveTo - receiveAt, in.remaining() / Float.BYTES);
        if (count > 0) {
            int start = in.position();
            FloatBuffer floats = in.asFloatBuffer();
            floats.get(receiving, receiveAt, count);
            inCrc.update(in.duplicate().limit(start + count * Float.BYTES));
            in.position(start + count * Float.BYTES);
            receiveAt += count;
        }
        if (receiveAt == receiveTo && in.remaining() >= Frame.TAIL) {
            if (in.getInt() != (int) inCrc.getValue()) {
                throw new ExchangeException(peer, "message of rank " + peer + " is damaged: tag=" + receiveTag);
            }
            complete = true;
        }
    }

    private void takeHead() throws ExchangeException {
        Frame head;
        try {
            head = Frame.read(in, MAX_MESSAGE);
        } catch (IOException e) {
            throw new ExchangeException(peer, "rank " + peer + " sent nonsense: " + e.getMessage(), e);
        }
        int expected = (receiveTo - receiveAt) * Float.BYTES;
        if (head.type() != DATA
                || head.sequence() != receiveSequence
                || head.tag() != receiveTag
                || head.length() != expected) {
            throw new ExchangeException(
                    peer,
                    "rank " + peer + " is out of step: expected message=" + receiveSequence + " tag=" + receiveTag
                            + " bytes=" + expected + ", received " + head);
        }
        receiveSequence++;
        headTaken = true;
    }

    private int read() throws ExchangeException {
        in.compact();
        int count;
        try {
            count = channel.read(in);
        } catch (IOException e) {
            throw lost(e);
        } finally {
            in.flip();
        }
        if (count < 0) {
            throw new ExchangeException(peer, "rank " + peer + " is lost: it closed the connection");
        }
        bytesReceived += count;
        return count;
    }

    private ExchangeException lost(IOException e) {
        String reason = e instanceof ClosedChannelException ? "connection was closed on this side" : e.getMessage();
        return new ExchangeException(peer, "rank " + peer + " is lost: " + reason, e);
    }

    @Override
    public long bytesMoved() {
        return bytesSent + bytesReceived;
    }

    @Override
    public Traffic traffic() {
        return new Traffic(bytesSent, bytesReceived, messages, bytesSent);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing was left to send: every message is flushed by the collective that sent it.
            return;
        }
    }
}
