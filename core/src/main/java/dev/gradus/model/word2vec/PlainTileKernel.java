package dev.gradus.model.word2vec;

import java.util.Arrays;

/** The loops of word2vec in plain Java. */
final class PlainTileKernel implements TileKernel {

    private final int stride;
    private float[] before = new float[0];
    private float[] errors = new float[0];
    private float[] changes = new float[0];

    PlainTileKernel(int stride) {
        this.stride = stride;
    }

    @Override
    public double learnRows(Tile tile, float rate) {
        return learn(tile, tile.rows(), tile.rowAt(), tile.rowCount(), rate);
    }

    @Override
    public double learnHidden(Tile tile, float rate) {
        int count = tile.hiddenCount();
        int[] at = new int[count];
        Arrays.setAll(at, h -> h * stride);
        float[] hidden = tile.hidden();
        combine(tile, hidden);
        if (changes.length < hidden.length) {
            changes = new float[hidden.length];
        }
        System.arraycopy(hidden, 0, changes, 0, count * stride);
        double loss = learn(tile, hidden, at, count, rate);
        for (int i = 0; i < count * stride; i++) {
            changes[i] = hidden[i] - changes[i];
        }
        for (int row = 0; row < tile.rowCount(); row++) {
            for (int h = 0; h < count; h++) {
                add(tile.rows(), tile.rowAt()[row], tile.shares()[row * tile.hiddenStride() + h], changes, h * stride);
            }
        }
        return loss;
    }

    private void combine(Tile tile, float[] hidden) {
        int count = tile.hiddenCount();
        Arrays.fill(hidden, 0, count * stride, 0);
        for (int row = 0; row < tile.rowCount(); row++) {
            for (int h = 0; h < count; h++) {
                float share = tile.shares()[row * tile.hiddenStride() + h] * tile.scales()[h];
                add(hidden, h * stride, share, tile.rows(), tile.rowAt()[row]);
            }
        }
    }

    private double learn(Tile tile, float[] rows, int[] rowAt, int rowCount, float rate) {
        int columns = tile.columnCount();
        if (errors.length < tile.weights().length) {
            errors = new float[tile.weights().length];
        }
        if (before.length < columns * stride) {
            before = new float[columns * stride];
        }
        double loss = 0;
        for (int row = 0; row < rowCount; row++) {
            for (int column = 0; column < columns; column++) {
                loss += predict(tile, rows, rowAt[row], row, column, rate);
            }
        }
        for (int column = 0; column < columns; column++) {
            float[] home = tile.table();
            System.arraycopy(home, tile.columnAt()[column], before, column * stride, stride);
            for (int row = 0; row < rowCount; row++) {
                add(home, tile.columnAt()[column], errors[tile.at(row, column)], rows, rowAt[row]);
            }
        }
        for (int row = 0; row < rowCount; row++) {
            for (int column = 0; column < columns; column++) {
                add(rows, rowAt[row], errors[tile.at(row, column)], before, column * stride);
            }
        }
        return loss;
    }

    /** Notes the error of a pair and returns its loss. */
    private double predict(Tile tile, float[] rows, int rowAt, int row, int column, float rate) {
        int at = tile.at(row, column);
        float weight = tile.weights()[at];
        if (weight == 0) {
            errors[at] = 0;
            return 0;
        }
        float score = dot(rows, rowAt, tile.table(), tile.columnAt()[column]);
        float label = tile.labels()[tile.at(0, column)];
        // Of e = exp(-|a|), which cannot overflow; a says how far the score speaks against the label.
        double against = label == 1 ? -score : score;
        double e = Math.exp(-Math.abs(against));
        double wrong = (against > 0 ? 1 : e) / (1 + e);
        errors[at] = (float) (rate * weight * (label == 1 ? wrong : -wrong));
        return weight * (Math.max(against, 0) + Math.log1p(e));
    }

    private float dot(float[] x, int xAt, float[] y, int yAt) {
        float even = 0;
        float odd = 0;
        for (int i = 0; i < stride; i += 2) {
            even += x[xAt + i] * y[yAt + i];
            odd += x[xAt + i + 1] * y[yAt + i + 1];
        }
        return even + odd;
    }

    private void add(float[] y, int yAt, float factor, float[] x, int xAt) {
        if (factor == 0) {
            return;
        }
        for (int i = 0; i < stride; i++) {
            y[yAt + i] += factor * x[xAt + i];
        }
    }
}
