package dev.gradus.server;

import java.io.IOException;

/** Memory that the pulls of one worker go through: places asked for, and values of rows. Used again for the next. */
final class PullScratch {

    /** Most floats of one answer. */
    private static final int MOST_FLOATS = FrameInput.MOST_PAYLOAD / Float.BYTES - Long.BYTES;

    private final PlaceCodec codec = new PlaceCodec();
    private int[] places = new int[1024];
    private float[] values = new float[1024];

    /** Makes room for so many rows. */
    void grow(int count, int width) throws IOException {
        long floats = (long) count * width;
        if (floats > MOST_FLOATS) {
            throw new IOException("too many rows at once: rows=" + count + ", width=" + width);
        }
        if (places.length < count) {
            places = new int[Math.max(count, 2 * places.length)];
        }
        if (values.length < floats) {
            values = new float[(int) Math.max(floats, Math.min(MOST_FLOATS, 2L * values.length))];
        }
    }

    PlaceCodec codec() {
        return codec;
    }

    int[] places() {
        return places;
    }

    float[] values() {
        return values;
    }
}
