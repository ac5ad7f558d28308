package dev.gradus.launch;

import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.metrics.RankReading;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Readings of a rank on their way to its launcher, many in one message and as plain numbers. A message of JSON for each
 * took a twentieth of the cores while two ranks of jobs/cnn.yaml wanted both. Not thread-safe.
 */
final class Readings {

    private static final byte STEP = 1;
    private static final byte NOW = 2;
    private static final byte RANKED = 3;

    /** Far below what a message may have, and more than is read between two messages of a usual run. */
    private static final int MOST_BYTES = 1 << 16;

    private static final int STEP_BYTES = 1 + Integer.BYTES + 2 * Long.BYTES + 4 * Double.BYTES;

    private static final int RANKED_BYTES = 1 + Integer.BYTES + Long.BYTES + 3 * Double.BYTES;

    private final ByteBuffer buffer = ByteBuffer.allocate(MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    void step(StepReading reading) {
        put(STEP, reading);
    }

    void now(StepReading reading) {
        put(NOW, reading);
    }

    private void put(byte kind, StepReading reading) {
        buffer.put(kind)
                .putLong(reading.step())
                .putInt(reading.epoch())
                .putLong(reading.samples())
                .putDouble(reading.loss())
                .putDouble(reading.accuracy())
                .putDouble(reading.rate())
                .putDouble(reading.seconds());
    }

    void ranked(RankReading reading) {
        buffer.put(RANKED)
                .putInt(reading.rank())
                .putLong(reading.step())
                .putDouble(reading.loss())
                .putDouble(reading.accuracy())
                .putDouble(reading.seconds());
    }

    boolean isEmpty() {
        return buffer.position() == 0;
    }

    /** Whether the longest reading might not fit any more: what is there must be taken first. */
    boolean isFull() {
        return buffer.remaining() < STEP_BYTES;
    }

    /** All readings since the last call. */
    Message take() {
        Message message = new Message(Message.Type.READINGS, Arrays.copyOf(buffer.array(), buffer.position()));
        buffer.clear();
        return message;
    }

    /** Tells the observer what a message of a rank holds, in order, and returns the last step of all, or 0. */
    static long tell(Message message, int rank, RunObserver observer) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(message.payload()).order(ByteOrder.LITTLE_ENDIAN);
        long last = 0;
        while (bytes.hasRemaining()) {
            byte kind = bytes.get();
            if (kind < STEP || kind > RANKED || bytes.remaining() < (kind == RANKED ? RANKED_BYTES : STEP_BYTES) - 1) {
                throw new IOException("reading cannot be read: kind=" + kind + ", bytes=" + bytes.remaining());
            }
            if (kind == RANKED) {
                observer.ranked(ranked(bytes, rank));
            } else {
                StepReading reading = step(bytes);
                last = reading.step();
                tell(kind, reading, observer);
            }
        }
        return last;
    }

    private static void tell(byte kind, StepReading reading, RunObserver observer) {
        if (kind == STEP) {
            observer.step(reading);
        } else {
            observer.now(reading);
        }
    }

    private static RankReading ranked(ByteBuffer bytes, int rank) throws IOException {
        RankReading reading = new RankReading(
                bytes.getInt(), bytes.getLong(), bytes.getDouble(), bytes.getDouble(), bytes.getDouble());
        if (reading.rank() != rank) {
            throw new IOException("reading of another rank: of=" + reading.rank());
        }
        return reading;
    }

    private static StepReading step(ByteBuffer bytes) {
        return new StepReading(
                bytes.getLong(),
                bytes.getInt(),
                bytes.getLong(),
                bytes.getDouble(),
                bytes.getDouble(),
                bytes.getDouble(),
                bytes.getDouble());
    }
}
