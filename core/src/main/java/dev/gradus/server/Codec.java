package dev.gradus.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Values of rows as bytes: floats, or their upper 16 bits, rounded to the nearest. Their places are the matter of
 * {@link PlaceCodec}.
 */
final class Codec {

    /** Most bytes that a place can take, its part of the width included. */
    private static final int MOST_BYTES = 5;

    private Codec() {}

    /** Most bytes of so many rows. */
    static long bytes(int count, int width, boolean bf16) {
        return Integer.BYTES + (long) count * (MOST_BYTES + (long) width * (bf16 ? Short.BYTES : Float.BYTES));
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
