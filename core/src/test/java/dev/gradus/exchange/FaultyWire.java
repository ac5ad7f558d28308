package dev.gradus.exchange;

import dev.gradus.exchange.transport.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * A connection that harms what passes through it. Real links stand at both ends; between them, two connections are
 * joined by one thread for each direction, which takes frames apart by their heads and does to each what a plan says.
 * The end of one side is passed on to the other, as a real connection does.
 */
public final class FaultyWire implements AutoCloseable {

    /** How long a frame is held back at most for another to overtake it. */
    private static final int HOLD_MILLIS = 20;

    private static final int MOST_PAUSE_NANOS = 300_000;

    private final SocketChannel[] left = RankGroup.connection();
    private final SocketChannel[] right = RankGroup.connection();
    private final Thread[] pumps = new Thread[2];
    private volatile boolean struck;

    /** What happens to the frames of one direction, counted from 0. */
    public interface Plan extends IntFunction<Fault> {

        /** All pass but one. */
        static Plan at(int frame, Fault fault) {
            return number -> number == frame ? fault : Fault.NONE;
        }

        /** The same for all. */
        static Plan always(Fault fault) {
            return number -> fault;
        }
    }

    /** {@code there} is for frames from the first end to the second. */
    public FaultyWire(Plan there, Plan back, SplittableRandom random) throws IOException {
        pumps[0] = start(new Pump(left[1], right[1], there, random.split()));
        pumps[1] = start(new Pump(right[1], left[1], back, random.split()));
    }

    private static Thread start(Pump pump) {
        Thread thread = new Thread(pump, "faulty-wire");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** The two ends, for links. */
    public SocketChannel[] ends() {
        return new SocketChannel[] {left[0], right[0]};
    }

    /** Whether any harm was done by now, rather than only planned. */
    public boolean struck() {
        return struck;
    }

    /** Ends both connections and the threads between them. */
    @Override
    public void close() throws IOException {
        for (SocketChannel channel : new SocketChannel[] {left[0], left[1], right[0], right[1]}) {
            channel.close();
        }
        for (Thread pump : pumps) {
            try {
                pump.join(5_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (pump.isAlive()) {
                throw new IllegalStateException("a pump of the wire does not end");
            }
        }
    }

    /** One direction. */
    private final class Pump implements Runnable {

        private final SocketChannel source;
        private final SocketChannel sink;
        private final Plan plan;
        private final SplittableRandom random;
        private byte[] held = {};
        private boolean stalled;

        Pump(SocketChannel source, SocketChannel sink, Plan plan, SplittableRandom random) {
            this.source = source;
            this.sink = sink;
            this.plan = plan;
            this.random = random;
        }

        @Override
        public void run() {
            try {
                source.socket().setSoTimeout(HOLD_MILLIS);
                InputStream in = source.socket().getInputStream();
                byte[] frame = next(in);
                for (int number = 0; frame.length > 0; number++) {
                    pass(frame, plan.apply(number));
                    frame = next(in);
                }
                release();
                sink.shutdownOutput();
            } catch (IOException e) {
                reset(); // one side is gone, and the other is told as a system would tell it
            }
        }

        /** The next frame as a whole, or nothing at the end. */
        private byte[] next(InputStream in) throws IOException {
            byte[] head = new byte[Frame.HEAD];
            if (!fill(in, head, 0)) {
                return new byte[0];
            }
            int length = Frame.read(ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN), Integer.MAX_VALUE - 64)
                    .length();
            byte[] frame = Arrays.copyOf(head, Frame.HEAD + length + Frame.TAIL);
            return fill(in, frame, Frame.HEAD) ? frame : new byte[0];
        }

        private boolean fill(InputStream in, byte[] bytes, int start) throws IOException {
            int at = start;
            while (at < bytes.length) {
                try {
                    int count = in.read(bytes, at, bytes.length - at);
                    if (count < 0) {
                        return false;
                    }
                    at += count;
                } catch (SocketTimeoutException e) {
                    release(); // nothing comes that could overtake it
                }
            }
            return true;
        }

        private void pass(byte[] frame, Fault fault) throws IOException {
            struck |= fault.harms();
            int at = random.nextInt(frame.length);
            int end = Math.min(frame.length, at + 1 + random.nextInt(64));
            switch (fault) {
                case NONE -> forward(frame);
                case DELAY -> dribble(frame);
                case DROP -> {}
                case DUPLICATE -> forward(frame, frame);
                case REORDER -> held = frame;
                case FLIP -> forward(flipped(frame, at));
                case CUT -> forward(Arrays.copyOf(frame, at), Arrays.copyOfRange(frame, end, frame.length));
                case REPEAT -> forward(Arrays.copyOf(frame, end), Arrays.copyOfRange(frame, at, frame.length));
                case NOISE -> forward(noise(), frame);
                case TRUNCATE -> {
                    forward(Arrays.copyOf(frame, at));
                    hangUp();
                }
                case CLOSE -> hangUp();
                case RESET -> reset();
                case STALL -> stalled = true;
            }
            if (fault != Fault.REORDER) {
                release();
            }
        }

        private void release() throws IOException {
            byte[] late = held;
            held = new byte[0];
            forward(late);
        }

        private void forward(byte[]... parts) throws IOException {
            OutputStream out = sink.socket().getOutputStream();
            for (byte[] part : parts) {
                if (!stalled) {
                    out.write(part);
                }
            }
        }

        private void dribble(byte[] frame) throws IOException {
            int at = 0;
            while (at < frame.length) {
                int end = Math.min(frame.length, at + 1 + random.nextInt(1 << random.nextInt(18)));
                forward(Arrays.copyOfRange(frame, at, end));
                LockSupport.parkNanos(random.nextInt(MOST_PAUSE_NANOS));
                at = end;
            }
        }

        private byte[] flipped(byte[] frame, int at) {
            byte[] changed = frame.clone();
            changed[at] ^= (byte) (1 << random.nextInt(8));
            return changed;
        }

        private byte[] noise() {
            byte[] bytes = new byte[1 + random.nextInt(100)];
            random.nextBytes(bytes);
            return bytes;
        }

        private void hangUp() throws IOException {
            source.close();
            sink.close();
        }

        private void reset() {
            try {
                for (SocketChannel channel : new SocketChannel[] {source, sink}) {
                    if (channel.isOpen()) {
                        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                        channel.close();
                    }
                }
            } catch (IOException e) {
                // Closed by the other direction in between, which is what was wanted.
                return;
            }
        }
    }
}
