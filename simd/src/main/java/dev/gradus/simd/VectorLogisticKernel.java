package dev.gradus.simd;

import static dev.gradus.data.DenseRows.TILE;

import dev.gradus.data.DenseRows;
import dev.gradus.data.Slice;
import dev.gradus.model.Gradient;
import dev.gradus.model.logistic.LogisticKernel;
import java.util.Arrays;

/**
 * Logistic regression on the Vector API.
 *
 * <p>A tile goes through three steps while it is in the first cache: its scores; the errors that replace them, with
 * loss and hits; and its share of the gradient, which stays spread over the lanes until the slice ends, when the lanes
 * are summed in a fixed order. Where a run ends inside a tile only the groups of rows that it touches are worked on,
 * and what they hold besides the run counts nothing.
 *
 * <p>The result depends on the rows and on the number of lanes, not on what the JIT has compiled yet.
 */
final class VectorLogisticKernel implements LogisticKernel {

    private static final int L = Lanes.COUNT;

    private final int features;
    private final int outputs;
    private final boolean bias;
    private final TileLoops loops;
    private final RowErrors rowErrors;

    /** Scores, then errors, of a tile: {@code TILE} rows for each output. */
    private final float[] errors;

    /** Labels of a tile that a run covers in part. */
    private final float[] partLabels = new float[TILE];

    /** The gradient with a sum for each lane; biases follow the weights. */
    private final float[] sums;

    private int sureHits;

    VectorLogisticKernel(int features, int outputs, boolean bias) {
        this.features = features;
        this.outputs = outputs;
        this.bias = bias;
        this.loops = new TileLoops(features);
        this.rowErrors = outputs == 1 ? new BinaryErrors() : new SoftmaxErrors(outputs);
        this.errors = new float[Math.multiplyExact(outputs, TILE)];
        this.sums = new float[Math.multiplyExact(Math.multiplyExact(outputs, features + 1), L)];
    }

    @Override
    public void addGradient(float[] parameters, Slice slice, Gradient gradient) {
        DenseRows rows = DenseRows.of(slice.rows());
        Arrays.fill(sums, 0);
        rowErrors.clear();
        sureHits = 0;
        for (int run = 0; run < slice.runs(); run++) {
            int to = slice.to(run);
            for (int row = slice.from(run), next; row < to; row = next) {
                int tile = row / TILE * TILE;
                next = Math.min(to, tile + TILE);
                addTile(parameters, rows, tile, row - tile, next - tile);
            }
        }
        sumLanes(gradient.values());
        gradient.count(rowErrors.loss(), rowErrors.hits() - sureHits, slice.size());
    }

    @Override
    public void scores(float[] parameters, DenseRows rows, int from, int to, float[] into) {
        for (int row = from, next; row < to; row = next) {
            int tile = row / TILE * TILE;
            next = Math.min(to, tile + TILE);
            score(parameters, rows, tile, groupStart(row - tile), groupEnd(next - tile));
            for (int i = row; i < next; i++) {
                for (int k = 0; k < outputs; k++) {
                    into[(i - from) * outputs + k] = errors[k * TILE + i - tile];
                }
            }
        }
    }

    private void addTile(float[] parameters, DenseRows rows, int tile, int from, int to) {
        int start = groupStart(from);
        int end = groupEnd(to);
        score(parameters, rows, tile, start, end);
        if (start == from && end == to) {
            rowErrors.replaceScores(errors, start, end, rows.labels(), tile);
        } else {
            replacePart(rows, tile, from, to);
        }
        addGradient(rows, tile, start, end);
    }

    private void score(float[] parameters, DenseRows rows, int tile, int start, int end) {
        int at = tile * features;
        for (int k = 0; k < outputs; k++) {
            // Plus zero, so that a score is never -0, whose sign bit would make it class 0.
            float first = bias ? parameters[outputs * features + k] + 0f : 0f;
            Arrays.fill(errors, k * TILE + start, k * TILE + end, first);
            int i = start;
            for (; i + TileLoops.BLOCK <= end; i += TileLoops.BLOCK) {
                loops.addScoresOfBlock(rows.values(), at + i, parameters, k * features, errors, k * TILE + i);
            }
            for (; i < end; i += L) {
                loops.addScoresOfGroup(rows.values(), at + i, parameters, k * features, errors, k * TILE + i);
            }
        }
    }

    /** Replaces scores by errors where whole groups hold more rows than the run: the others get an error of 0. */
    private void replacePart(DenseRows rows, int tile, int from, int to) {
        int start = groupStart(from);
        int end = groupEnd(to);
        System.arraycopy(rows.labels(), tile + from, partLabels, from, to - from);
        for (int i = start; i < end; i++) {
            if (i < from || i >= to) {
                rowErrors.makeSureHit(errors, partLabels, i);
                sureHits++;
            }
        }
        rowErrors.replaceScores(errors, start, end, partLabels, 0);
        for (int k = 0; k < outputs; k++) {
            Arrays.fill(errors, k * TILE + start, k * TILE + from, 0);
            Arrays.fill(errors, k * TILE + to, k * TILE + end, 0);
        }
    }

    private void addGradient(DenseRows rows, int tile, int start, int end) {
        int at = tile * features;
        for (int k = 0; k < outputs; k++) {
            int sumsAt = k * features * L;
            int i = start;
            for (; i + TileLoops.BLOCK <= end; i += TileLoops.BLOCK) {
                loops.addGradientOfBlock(rows.values(), at + i, errors, k * TILE + i, sums, sumsAt);
            }
            for (; i < end; i += L) {
                loops.addGradientOfGroup(rows.values(), at + i, errors, k * TILE + i, sums, sumsAt);
            }
            if (bias) {
                TileLoops.addErrors(errors, k * TILE + start, k * TILE + end, sums, (outputs * features + k) * L);
            }
        }
    }

    /**
     * Halves the lanes of each sum until one is left, in a fixed order in which few additions wait for each other, and
     * adds it to the gradient.
     */
    private void sumLanes(float[] gradient) {
        int parameters = outputs * (bias ? features + 1 : features);
        for (int half = L / 2; half > 0; half /= 2) {
            for (int p = 0; p < parameters; p++) {
                for (int lane = p * L; lane < p * L + half; lane++) {
                    sums[lane] += sums[lane + half];
                }
            }
        }
        for (int p = 0; p < parameters; p++) {
            gradient[p] += sums[p * L];
        }
    }

    private static int groupStart(int row) {
        return row / L * L;
    }

    private static int groupEnd(int row) {
        return (row + L - 1) / L * L;
    }
}
