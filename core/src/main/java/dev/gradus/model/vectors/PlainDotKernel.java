package dev.gradus.model.vectors;

import java.util.Arrays;

/** The loop in plain Java, which the JIT turns into vector instructions because no sum runs across lanes. */
public final class PlainDotKernel implements DotKernel {

    @Override
    public void dots(float[] queries, int count, int width, float[] tile, float[] into) {
        Arrays.fill(into, 0, count * TILE, 0);
        for (int q = 0; q < count; q++) {
            for (int j = 0; j < width; j++) {
                addColumn(into, q * TILE, queries[q * width + j], tile, j * TILE);
            }
        }
    }

    private static void addColumn(float[] into, int at, float factor, float[] tile, int column) {
        for (int i = 0; i < TILE; i++) {
            into[at + i] += factor * tile[column + i];
        }
    }
}
