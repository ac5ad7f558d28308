package dev.gradus.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Rows as bytes. Places ascend, so each travels as the gap to the one before, in as many bytes as the widest gap of its
 * block of {@value #BLOCK} needs: one length a block costs less than a branch a place. Values travel as floats, or as
 * their upper 16 bits, rounded to the nearest.
 */
final class Codec {

    /** Places whose gaps have the same width. */
    private static final int BLOCK = 64;

    /** Most bytes that a place can take, its part of the width included. */
    private static final int MOST_BYTES = 5;

    private Codec() {}

    /** Most bytes of so many rows. */
    static long bytes(int count, int width, boolean bf16) {
        return Integer.BYTES + (long) count * (MOST_BYTES + (long) width * (bf16 ? Short.BYTES : Float.BYTES));
    }

    /** Writes the places {@code from} to {@code to}. */
    static void putPlaces(ByteBuffer out, int[] places, int from, int to) {
        int before = -1;
        for (int start = from; start < to; start += BLOCK) {
            int end = Math.min(to, start + BLOCK);
            int width = width(places, start, end, before);
            out.put((byte) width);
            int at = out.position();
            for (int i = start; i < end; i++) {
                int gap = places[i] - before - 1;
                before = places[i];
                put(out, at, width, gap);
                at += width;
            }
            out.position(at);
        }
    }

    /** Bytes of the widest gap: 1, 2 or 4. */
    private static int width(int[] places, int start, int end, int before) {
        int all = places[start] - before - 1;
        for (int i = start + 1; i < end; i++) {
            all |= places[i] - places[i - 1] - 1;
        }
        return all >>> 8 == 0 ? 1 : all >>> 16 == 0 ? 2 : 4;
    }

    private static void put(ByteBuffer out, int at, int width, int gap) {
        if (width == 1) {
            out.put(at, (byte) gap);
        } else if (width == 2) {
            out.putShort(at, (short) gap);
        } else {
            out.putInt(at, gap);
        }
    }

    /** Reads {@code count} places below {@code limit}, to {@code to} and on. */
    static void takePlaces(ByteBuffer in, int[] places, int to, int count, int limit) throws IOException {
        long before = -1;
        for (int start = 0; start < count; start += BLOCK) {
            int length = Math.min(BLOCK, count - start);
            int width = in.hasRemaining() ? in.get() : 0;
            if ((width != 1 && width != 2 && width != 4) || in.remaining() < length * width) {
                throw new IOException("places are cut off: count=" + count + ", read=" + start + ", width=" + width);
            }
            before = takeBlock(in, width, places, to + start, length, before);
            if (before >= limit) {
                throw new PlaceException(before, limit); // they ascend, so the last is the largest
            }
        }
    }

    private static long takeBlock(ByteBuffer in, int width, int[] places, int to, int length, long before) {
        long place = before;
        int at = in.position();
        if (width == 1) {
            for (int i = 0; i < length; i++) {
                place += (in.get(at + i) & 0xFF) + 1;
                places[to + i] = (int) place;
            }
        } else if (width == 2) {
            for (int i = 0; i < length; i++) {
                place += (in.getShort(at + 2 * i) & 0xFFFF) + 1;
                places[to + i] = (int) place;
            }
        } else {
            for (int i = 0; i < length; i++) {
                place += (in.getInt(at + 4 * i) & 0xFFFF_FFFFL) + 1;
                places[to + i] = (int) place;
            }
        }
        in.position(at + length * width);
        return place;
    }

    /** A row that a shard does not have. */
    static final class PlaceException extends IOException {

        private static final long serialVersionUID = 1L;

        PlaceException(long place, int limit) {
            super("row is outside the table: place=" + place + ", places=" + limit);
        }
    }

    static void putFloats(ByteBuffer out, float[] values, int at, int count, boolean bf16) {
        if (!bf16) {
            out.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values, at, count);
            out.position(out.position() + count * Float.BYTES);
            return;
        }
        for (int i = 0; i < count; i++) {
            out.putShort(upper(values[at + i]));
        }
    }

    static void takeFloats(ByteBuffer in, float[] values, int at, int count, boolean bf16) throws IOException {
        int bytes = count * (bf16 ? Short.BYTES : Float.BYTES);
        if (in.remaining() < bytes) {
            throw new IOException("values are cut off: expected=" + bytes + " bytes, there=" + in.remaining());
        }
        if (!bf16) {
            in.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values, at, count);
            in.position(in.position() + bytes);
            return;
        }
        for (int i = 0; i < count; i++) {
            values[at + i] = Float.intBitsToFloat(in.getShort() << 16);
        }
    }

    /** The nearest number of 16 bits, ties to even; NaN stays NaN. */
    private static short upper(float value) {
        int bits = Float.floatToRawIntBits(value);
        if ((bits & Integer.MAX_VALUE) > 0x7F80_0000) {
            return (short) (bits >>> 16 | 0x40);
        }
        return (short) ((bits + 0x7FFF + (bits >>> 16 & 1)) >>> 16);
    }

    /** Which of the values is infinite or no number; -1 if none is. */
    static int notFinite(float[] values, int from, int to) {
        float zero = 0;
        for (int i = from; i < to; i++) {
            zero += values[i] * 0; // stays 0, or becomes NaN for good
        }
        if (zero == 0) {
            return -1;
        }
        int at = from;
        while (at < to && Float.isFinite(values[at])) {
            at++;
        }
        return at < to ? at : -1;
    }
}
