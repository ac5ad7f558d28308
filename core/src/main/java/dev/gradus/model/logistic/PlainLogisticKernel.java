package dev.gradus.model.logistic;

import static dev.gradus.data.DenseRows.TILE;

import dev.gradus.data.DenseRows;
import dev.gradus.data.Slice;
import dev.gradus.model.Gradient;
import java.util.Arrays;

/**
 * Logistic regression in plain loops, for JVMs without the Vector API.
 *
 * <p>A tile, or the part of it that a run covers, goes through three steps while it is in the cache: its scores; the
 * errors (probability minus truth), which replace the scores, with loss and hits; and its share of the gradient.
 */
final class PlainLogisticKernel implements LogisticKernel {

    private final int features;
    private final int outputs;
    private final boolean bias;

    /** Scores, then errors, of a tile: {@code TILE} rows for each output. */
    private final float[] errors;

    private double loss;
    private int hits;

    PlainLogisticKernel(int features, int outputs, boolean bias) {
        this.features = features;
        this.outputs = outputs;
        this.bias = bias;
        this.errors = new float[Math.multiplyExact(outputs, TILE)];
    }

    @Override
    public void addGradient(float[] parameters, Slice slice, Gradient gradient) {
        DenseRows rows = DenseRows.of(slice.rows());
        loss = 0;
        hits = 0;
        for (int run = 0; run < slice.runs(); run++) {
            int to = slice.to(run);
            for (int from = slice.from(run), next; from < to; from = next) {
                next = Math.min(to, (from / TILE + 1) * TILE);
                gradientOfTile(parameters, rows, from, next, gradient.values());
            }
        }
        gradient.count(loss, hits, slice.size());
    }

    @Override
    public void scores(float[] parameters, DenseRows rows, int from, int to, float[] into) {
        for (int row = from, next; row < to; row = next) {
            next = Math.min(to, (row / TILE + 1) * TILE);
            scoreTile(parameters, rows, row, next);
            for (int i = row; i < next; i++) {
                for (int k = 0; k < outputs; k++) {
                    into[(i - from) * outputs + k] = errors[k * TILE + i % TILE];
                }
            }
        }
    }

    private void gradientOfTile(float[] parameters, DenseRows rows, int from, int to, float[] sums) {
        scoreTile(parameters, rows, from, to);
        if (outputs == 1) {
            binaryErrors(rows.labels(), from, to);
        } else {
            softmaxErrors(rows.labels(), from, to);
        }
        int tile = from / TILE * TILE;
        for (int k = 0; k < outputs; k++) {
            for (int j = 0; j < features; j++) {
                sums[k * features + j] += dot(rows.values(), tile * features + j * TILE, k, from - tile, to - tile);
            }
            if (bias) {
                sums[outputs * features + k] += sum(k, from - tile, to - tile);
            }
        }
    }

    private void scoreTile(float[] parameters, DenseRows rows, int from, int to) {
        float[] x = rows.values();
        int tile = from / TILE * TILE;
        for (int k = 0; k < outputs; k++) {
            int z = k * TILE;
            // Plus zero, so that a score is never -0, which the sign bit would call class 0.
            Arrays.fill(errors, z, z + TILE, bias ? parameters[outputs * features + k] + 0f : 0f);
            for (int j = 0; j < features; j++) {
                float w = parameters[k * features + j];
                int column = (tile * features) + j * TILE;
                for (int i = from - tile; i < to - tile; i++) {
                    errors[z + i] += w * x[column + i];
                }
            }
        }
    }

    /**
     * Per row with score z and truth y, 0 or 1: error = 1 / (1 + exp(-z)) - y and loss = log(1 + exp(z)) - y z. Both
     * come from e = exp(-|z|), which cannot overflow.
     */
    private void binaryErrors(float[] labels, int from, int to) {
        double product = 1; // of at most TILE factors of at most 2: one logarithm instead of one a row
        for (int row = from; row < to; row++) {
            float z = errors[row % TILE];
            boolean positive = labels[row] > 0;
            double against = positive ? -z : z;
            double e = Math.exp(-Math.abs(against));
            double wrongness = (against >= 0 ? 1 : e) / (1 + e);
            product *= 1 + e;
            loss += Math.max(against, 0);
            hits += z >= 0 == positive ? 1 : 0;
            errors[row % TILE] = (float) (positive ? -wrongness : wrongness);
        }
        loss += Math.log(product);
    }

    /** Per row with scores z and truth y: error of output k = exp(z[k] - m) / sum - (k == y), with m the highest z. */
    private void softmaxErrors(float[] labels, int from, int to) {
        for (int row = from; row < to; row++) {
            int i = row % TILE;
            int truth = (int) labels[row];
            int best = best(i);
            float highest = errors[best * TILE + i];
            float ofTruth = errors[truth * TILE + i];
            double sum = 0;
            for (int k = 0; k < outputs; k++) {
                double e = Math.exp((double) errors[k * TILE + i] - highest);
                sum += e;
                errors[k * TILE + i] = (float) e;
            }
            for (int k = 0; k < outputs; k++) {
                errors[k * TILE + i] = (float) (errors[k * TILE + i] / sum) - (k == truth ? 1 : 0);
            }
            loss += Math.log(sum) + ((double) highest - ofTruth);
            hits += best == truth ? 1 : 0;
        }
    }

    private int best(int i) {
        int best = 0;
        for (int k = 1; k < outputs; k++) {
            if (errors[k * TILE + i] > errors[best * TILE + i]) {
                best = k;
            }
        }
        return best;
    }

    private float dot(float[] x, int column, int output, int from, int to) {
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        int z = output * TILE;
        int i = from;
        // Four sums, because float addition may not be reordered by the JIT and one sum would wait on itself.
        for (; i <= to - 4; i += 4) {
            a += errors[z + i] * x[column + i];
            b += errors[z + i + 1] * x[column + i + 1];
            c += errors[z + i + 2] * x[column + i + 2];
            d += errors[z + i + 3] * x[column + i + 3];
        }
        for (; i < to; i++) {
            a += errors[z + i] * x[column + i];
        }
        return (a + b) + (c + d);
    }

    private float sum(int output, int from, int to) {
        float sum = 0;
        for (int i = from; i < to; i++) {
            sum += errors[output * TILE + i];
        }
        return sum;
    }
}
