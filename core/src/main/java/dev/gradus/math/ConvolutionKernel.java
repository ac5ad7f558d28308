package dev.gradus.math;

import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Convolutions of one layer with windows of 3x3 and a stride of 1, in fewer multiplications than there are products of
 * a weight and a value. Used by one thread.
 *
 * <p>Images lie in blocks of {@link #BLOCK} channels: image, block, line, column, channel of the block. Weights and
 * their gradient lie plainly: output, input, line, column.
 */
public interface ConvolutionKernel {

    /** Channels that lie side by side. */
    int BLOCK = 16;

    /** The side of the window. */
    int WINDOW = 3;

    /** Channels, the sides of the input, and the zeros around it. */
    record Shape(int in, int out, int height, int width, int padding) {

        public int outHeight() {
            return height + 2 * padding - WINDOW + 1;
        }

        public int outWidth() {
            return width + 2 * padding - WINDOW + 1;
        }
    }

    /** Makes kernels for the layers of a network. */
    interface Family {

        /** Whether the layer can be computed so, and is expected to gain by it: a function of the shape alone. */
        boolean fits(Shape shape);

        ConvolutionKernel create(Shape shape);
    }

    /** The slopes of a layer: by its output, which are read, and by all else, which are written. */
    record Slopes(
            FloatBuffer out,
            @Nullable FloatBuffer in,
            FloatBuffer weights,
            @Nullable FloatBuffer bias) {}

    /** Takes weights and bias over, for all calls until the next. */
    void load(FloatBuffer weights, @Nullable FloatBuffer bias);

    /** Computes the output of so many images, with zero for what is below it if {@code relu}. */
    void forward(FloatBuffer in, FloatBuffer out, int images, boolean relu);

    /** Computes the slopes by the input, where they are asked for, and by the weights and bias. */
    void backward(FloatBuffer in, Slopes slopes, int images);
}
