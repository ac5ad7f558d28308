package dev.gradus.model.word2vec;

import java.util.SplittableRandom;

/** A tile with random content, whose columns lie in a table that has other rows, too. */
final class TileCase {

    final Tile tile;
    final float[] table;
    final boolean hidden;
    private final float[] before;
    private final int dimension;
    private final int stride;

    TileCase(SplittableRandom random, int dimension, boolean hidden) {
        this.hidden = hidden;
        this.dimension = dimension;
        this.stride = Word2vec.stride(dimension);
        int columns = 1 + random.nextInt(20);
        int rows = 1 + random.nextInt(14);
        int predictors = hidden ? 1 + random.nextInt(6) : 0;
        this.table = new float[2 * columns * stride];
        for (int row = 0; row < 2 * columns; row++) {
            fill(random, table, row * stride);
        }
        this.tile = new Tile(14, 6, 20, stride);
        for (int slot = 0; slot < 14; slot++) {
            fill(random, tile.rows(), tile.slotAt(slot));
        }
        tile.clear(table);
        for (int column = 0; column < columns; column++) {
            tile.addColumn((2 * column + 1) * stride, random.nextInt(2));
        }
        if (hidden) {
            tile.addHidden(predictors);
        }
        for (int row = 0; row < rows; row++) {
            tile.addRow(rows - 1 - row);
        }
        tile.close();
        weigh(random, hidden ? predictors : rows, columns);
        this.before = table.clone();
    }

    private void fill(SplittableRandom random, float[] values, int at) {
        for (int d = 0; d < dimension; d++) {
            values[at + d] = (float) (random.nextDouble() - 0.5);
        }
    }

    private void weigh(SplittableRandom random, int predictors, int columns) {
        for (int predictor = 0; predictor < predictors; predictor++) {
            for (int column = 0; column < columns; column++) {
                tile.weights()[tile.at(predictor, column)] = random.nextInt(4);
            }
            for (int row = 0; hidden && row < tile.rowCount(); row++) {
                tile.shares()[row * tile.hiddenStride() + predictor] = random.nextInt(3);
            }
            if (hidden) {
                tile.scales()[predictor] = 1f / (1 + random.nextInt(5));
            }
        }
    }

    void scale(float factor) {
        for (int i = 0; i < table.length; i++) {
            table[i] *= factor;
        }
    }

    /** Whether the rows that are no columns are as they were, and all padding is 0. */
    boolean untouched() {
        boolean same = true;
        for (int i = 0; i < table.length; i++) {
            boolean padding = i % stride >= dimension;
            boolean column = i / stride % 2 == 1 && !padding;
            same &= column || table[i] == before[i];
            same &= !padding || table[i] == 0;
        }
        return same;
    }

    @Override
    public String toString() {
        return "tile of " + tile.rowCount() + " rows, " + tile.hiddenCount() + " hidden, " + tile.columnCount()
                + " columns, dimension " + dimension;
    }
}
