package dev.gradus.simd;

import dev.gradus.math.ConvolutionKernel;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * One block of channels of an image, in the middle of a larger area of zeros that tiles cover completely. Copied out of
 * native memory and into it, since that costs less than computing there.
 */
final class Canvas {

    private static final int BLOCK = ConvolutionKernel.BLOCK;

    /** What the image measures, and how many lines and columns of zeros stand before it. */
    record Sides(int height, int width, int padding) {}

    private final Sides sides;
    private final int line;
    private final float[] values;

    Canvas(Sides sides, int lines, int columns) {
        this.sides = sides;
        this.line = columns * BLOCK;
        this.values = new float[lines * line];
    }

    float[] values() {
        return values;
    }

    void clear() {
        Arrays.fill(values, 0);
    }

    /** Reads block {@code index} of all blocks of all images. */
    void read(FloatBuffer from, int index) {
        int wide = sides.width() * BLOCK;
        int at = index * sides.height() * wide;
        if (wide == line) {
            from.get(at, values, 0, sides.height() * wide);
            return;
        }
        for (int y = 0; y < sides.height(); y++) {
            from.get(at + y * wide, values, place(y), wide);
        }
    }

    void write(FloatBuffer to, int index) {
        int wide = sides.width() * BLOCK;
        int at = index * sides.height() * wide;
        if (wide == line) {
            to.put(at, values, 0, sides.height() * wide);
            return;
        }
        for (int y = 0; y < sides.height(); y++) {
            to.put(at + y * wide, values, place(y), wide);
        }
    }

    private int place(int y) {
        return (y + sides.padding()) * line + sides.padding() * BLOCK;
    }
}
