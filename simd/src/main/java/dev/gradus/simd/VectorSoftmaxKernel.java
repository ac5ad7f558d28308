package dev.gradus.simd;

import dev.gradus.model.Tally;
import dev.gradus.model.word2vec.SoftmaxBatch;
import dev.gradus.model.word2vec.SoftmaxKernel;
import dev.gradus.model.word2vec.SoftmaxShape;
import dev.gradus.simd.WordProducts.Matrix;
import dev.gradus.simd.WordProducts.Packed;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The full softmax output of word2vec on the Vector API.
 *
 * <p>The batch's {@link BatchRows rows} are multiplied with the weights; each prediction mixes its scores out of those
 * products and replaces them by exponentials. Errors are not divided by the sums of the exponentials: whoever mixes
 * them multiplies. They are mixed back to the rows, in the place of the products, and two more products give the
 * changes of the rows and of the weights.
 */
final class VectorSoftmaxKernel implements SoftmaxKernel {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;
    private static final int ROWS = WordProducts.ROWS;
    private static final int ERROR_ROWS = WordProducts.ERROR_ROWS;
    private static final int DIMENSIONS = WordProducts.DIMENSIONS;

    /**
     * Columns that are mixed before the next: what predictions side by side have in common stays in the first cache.
     */
    private static final int PANEL = 512;

    private final SoftmaxShape shape;
    private final int columns;
    private final int stride;
    private final BatchRows rows;
    private final WordProducts products = new WordProducts();

    /** The rows. */
    private final Matrix values;

    /** The gradient of the rows. */
    private final Matrix changes;

    /** The rows as products read them. */
    private final float[] packed;

    /** The products of rows and weights, and then the errors of rows. */
    private final Matrix ofRows;

    /** The errors of predictions, as often too large as {@link #portions} and {@link #shares} say. */
    private final Matrix errors;

    private final float[] portions;
    private final float[] shares;
    private final int[] predictions;

    /** The biases; padding is so low that it is never the highest. */
    private final Matrix base;

    private final Matrix biasErrors;

    /** The highest score of each prediction. */
    private final float[] highest;

    /** The last weights, if their number is no multiple of five: filled up, so that a tile may go beyond. */
    private final Matrix lastWeights;

    VectorSoftmaxKernel(SoftmaxShape shape, int batch) {
        this.shape = shape;
        this.columns = shape.columns();
        this.stride = shape.stride();
        this.rows = new BatchRows(shape, batch);
        int most = Math.max(upTo(batch, ROWS), upTo(batch, ERROR_ROWS));
        int dimensions = upTo(shape.dimension(), DIMENSIONS);
        this.values = matrix(most, stride);
        this.changes = matrix(most, Math.max(stride, dimensions));
        this.packed = new float[Math.multiplyExact(most, dimensions)];
        this.ofRows = matrix(most, columns);
        this.errors = matrix(batch, columns);
        this.portions = new float[batch];
        this.shares = new float[batch];
        this.predictions = new int[batch];
        Arrays.setAll(predictions, i -> i);
        this.base = matrix(1, columns);
        this.highest = new float[batch];
        this.biasErrors = matrix(1, columns);
        this.lastWeights = matrix(DIMENSIONS, columns);
    }

    private static Matrix matrix(int rows, int columns) {
        return new Matrix(new float[Math.multiplyExact(rows, columns)], 0, columns);
    }

    private static int upTo(int number, int multiple) {
        return (number + multiple - 1) / multiple * multiple;
    }

    @Override
    public void learn(float[] parameters, int weightsFrom, SoftmaxBatch batch, float rate, Tally tally) {
        Matrix weights = new Matrix(parameters, weightsFrom, columns);
        int biasFrom = weightsFrom + shape.weights();
        rows.read(batch);
        gather(parameters);
        WordProducts.score(ofRows, upTo(rows.count(), ROWS), packByRow(), weights);
        System.arraycopy(parameters, biasFrom, base.values(), 0, shape.words());
        Arrays.fill(base.values(), shape.words(), columns, -Float.MAX_VALUE);
        Arrays.fill(highest, -Float.MAX_VALUE);
        for (int column = 0; column < columns; column += PANEL) {
            mixScores(column, batch.size());
        }
        for (int i = 0; i < batch.size(); i++) {
            predict(i, batch.target(i), tally);
        }
        for (int column = 0; column < columns; column += PANEL) {
            mixErrors(column, batch.size());
        }
        float step = rate / batch.size();
        updateBias(parameters, biasFrom, step);
        propagate(weights);
        update(weights, step);
        spread(parameters, step);
    }

    private void gather(float[] parameters) {
        float[] into = values.values();
        Arrays.fill(into, 0, values.at(upTo(rows.count(), ROWS)), 0);
        for (int row = 0; row < rows.count(); row++) {
            for (int n = rows.wordsFrom(row); n < rows.wordsFrom(row + 1); n++) {
                add(into, values.at(row), rows.shareOfWords(row), parameters, rows.words()[n] * stride);
            }
        }
    }

    /** {@code y += factor x} over a row. */
    private void add(float[] y, int yAt, float factor, float[] x, int xAt) {
        FloatVector f = FloatVector.broadcast(S, factor);
        for (int k = 0; k < stride; k += L) {
            FloatVector.fromArray(S, x, xAt + k)
                    .fma(f, FloatVector.fromArray(S, y, yAt + k))
                    .intoArray(y, yAt + k);
        }
    }

    private Packed packByRow() {
        Packed x = new Packed(packed, shape.dimension(), ROWS);
        for (int row = 0; row < upTo(rows.count(), ROWS); row++) {
            for (int d = 0, from = values.at(row), to = x.at(row, 0); d < shape.dimension(); d++, to += ROWS) {
                packed[to] = values.values()[from + d];
            }
        }
        return x;
    }

    private Packed packByDimension(float factor) {
        Packed x = new Packed(packed, rows.count(), DIMENSIONS);
        Arrays.fill(packed, 0, x.at(upTo(shape.dimension(), DIMENSIONS)), 0);
        for (int d = 0; d < shape.dimension(); d++) {
            for (int row = 0, to = x.at(d, 0); row < rows.count(); row++, to += DIMENSIONS) {
                packed[to] = factor * values.values()[values.at(row) + d];
            }
        }
        return x;
    }

    /** The scores of all predictions in the panel of columns from {@code from} on. */
    private void mixScores(int from, int size) {
        int width = Math.min(PANEL, columns - from);
        Matrix z = panel(errors, from);
        Matrix bias = panel(base, from);
        Matrix x = panel(ofRows, from);
        for (int i = 0; i < size; i++) {
            RowMixtures.Choice parts =
                    new RowMixtures.Choice(rows.parts(), rows.partsFrom(i), rows.partsFrom(i + 1), width);
            highest[i] = Math.max(highest[i], RowMixtures.mix(z, i, bias, rows.share(i), x, parts));
        }
    }

    private static Matrix panel(Matrix whole, int from) {
        return new Matrix(whole.values(), from, whole.stride());
    }

    /** The errors of all rows, and of the biases, in the panel of columns from {@code from} on. */
    private void mixErrors(int from, int size) {
        int width = Math.min(PANEL, columns - from);
        Matrix e = panel(errors, from);
        Matrix x = panel(ofRows, from);
        for (int row = 0; row < rows.count(); row++) {
            RowMixtures.Choice uses =
                    new RowMixtures.Choice(rows.uses(), rows.usesFrom(row), rows.usesFrom(row + 1), width);
            RowMixtures.weigh(x, row, shares, e, uses);
        }
        RowMixtures.weigh(panel(biasErrors, from), 0, portions, e, new RowMixtures.Choice(predictions, 0, size, width));
    }

    /** The scores of a prediction become its errors, times the sum of the exponentials. */
    private void predict(int i, int target, Tally tally) {
        float share = rows.share(i);
        float most = highest[i];
        float[] z = errors.values();
        int at = errors.at(i);
        boolean hit = z[at + target] == most;
        for (int word = 0; hit && word < target; word++) {
            hit = z[at + word] != most;
        }
        double loss = most - z[at + target];
        float sum = Exponential.replaceBelow(most, z, at, at + columns);
        Arrays.fill(z, at + shape.words(), at + columns, 0);
        z[at + target] -= sum;
        portions[i] = 1 / sum;
        shares[i] = share / sum;
        tally.count(loss + Math.log(sum), 1, hit ? 1 : 0);
    }

    private void updateBias(float[] output, int from, float step) {
        FloatVector factor = FloatVector.broadcast(S, -step);
        for (int k = 0; k < columns; k += L) {
            FloatVector.fromArray(S, biasErrors.values(), k)
                    .fma(factor, FloatVector.fromArray(S, output, from + k))
                    .intoArray(output, from + k);
        }
    }

    /** The gradient of the rows, by the weights as they were. */
    private void propagate(Matrix weights) {
        int padded = upTo(rows.count(), ERROR_ROWS);
        Arrays.fill(ofRows.values(), ofRows.at(rows.count()), ofRows.at(padded), 0);
        int whole = shape.dimension() / DIMENSIONS * DIMENSIONS;
        for (int d = 0; d < whole; d += DIMENSIONS) {
            products.change(changes, d, ofRows, padded, new Matrix(weights.values(), weights.at(d), columns));
        }
        if (whole < shape.dimension()) {
            copyLast(weights, whole);
            products.change(changes, whole, ofRows, padded, lastWeights);
        }
    }

    private void update(Matrix weights, float step) {
        Packed x = packByDimension(-step);
        int whole = shape.dimension() / DIMENSIONS * DIMENSIONS;
        WordProducts.update(weights, whole, x, 0, ofRows);
        if (whole < shape.dimension()) {
            copyLast(weights, whole);
            WordProducts.update(lastWeights, DIMENSIONS, x, whole, ofRows);
            int count = (shape.dimension() - whole) * columns;
            System.arraycopy(lastWeights.values(), 0, weights.values(), weights.at(whole), count);
        }
    }

    private void copyLast(Matrix weights, int row) {
        int count = (shape.dimension() - row) * columns;
        System.arraycopy(weights.values(), weights.at(row), lastWeights.values(), 0, count);
    }

    private void spread(float[] parameters, float step) {
        for (int row = 0; row < rows.count(); row++) {
            float factor = -step * rows.shareOfWords(row);
            for (int n = rows.wordsFrom(row); n < rows.wordsFrom(row + 1); n++) {
                add(parameters, rows.words()[n] * stride, factor, changes.values(), changes.at(row));
            }
        }
    }
}
