package dev.gradus.server;

import dev.gradus.math.CounterRandom;
import java.util.Arrays;

/**
 * What a row holds before it is first moved: zeros ({@code dimension} 0), or in its first {@code dimension} places
 * numbers by counter, {@code (uniform(key, row * dimension + k) - 0.5) / divisor}. So no row has to be there before it
 * is needed, and no value depends on which server has it.
 */
public record RowInit(long key, double divisor, int dimension) {

    public RowInit {
        if (dimension < 0 || !(divisor > 0)) {
            throw new IllegalArgumentException("bad start of rows: divisor=" + divisor + ", dimension=" + dimension);
        }
    }

    public static RowInit zero() {
        return new RowInit(0, 1, 0);
    }

    /** Writes the first values of a row of {@code width} floats, {@code stride} apart. */
    void fill(float[] into, int at, int row, int width, int stride) {
        if (stride == 1) {
            Arrays.fill(into, at + dimension, at + width, 0);
        }
        for (int k = 0; k < dimension; k++) {
            double uniform = CounterRandom.uniform(key, (long) row * dimension + k);
            into[at + k * stride] = (float) ((uniform - 0.5) / divisor);
        }
    }
}
