package dev.gradus.simd;

import dev.gradus.model.Tally;
import dev.gradus.model.word2vec.SoftmaxBatch;
import dev.gradus.model.word2vec.SoftmaxKernel;
import dev.gradus.model.word2vec.SoftmaxShape;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The full softmax output of word2vec on the Vector API: three products by register tiles, with the softmax between the
 * first two. Predictions and dimensions are filled up to fours with zeros, which move nothing.
 */
final class VectorSoftmaxKernel implements SoftmaxKernel {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    /** Rows and columns of a tile of {@link WordProducts}. */
    private static final int FOUR = 4;

    /** Words whose weights, in four rows, and errors, in four more, fit the first cache beside each other. */
    private static final int PANEL = 512;

    private final SoftmaxShape shape;
    private final int columns;
    private final int stride;
    private final WordProducts products = new WordProducts();
    private final WordProducts.Matrix errors;
    private final WordProducts.Matrix hidden;
    private final WordProducts.Matrix changes;

    /** The last weights, if their number is no multiple of four: filled up, so that a tile may go beyond. */
    private final WordProducts.Matrix lastWeights;

    VectorSoftmaxKernel(SoftmaxShape shape, int batch) {
        this.shape = shape;
        this.columns = shape.columns();
        this.stride = shape.stride();
        int rows = (batch + FOUR - 1) / FOUR * FOUR;
        this.errors = matrix(rows, columns);
        this.hidden = matrix(rows, stride);
        this.changes = matrix(rows, stride);
        this.lastWeights = matrix(FOUR, columns);
    }

    private static WordProducts.Matrix matrix(int rows, int columns) {
        return new WordProducts.Matrix(new float[Math.multiplyExact(rows, columns)], 0, columns);
    }

    @Override
    public void learn(float[] parameters, SoftmaxBatch batch, float rate, Tally tally) {
        WordProducts.Matrix weights = new WordProducts.Matrix(parameters, shape.weightsFrom(), columns);
        int size = batch.size();
        int rows = (size + FOUR - 1) / FOUR * FOUR;
        Arrays.fill(hidden.values(), 0, rows * stride, 0);
        for (int i = 0; i < size; i++) {
            combine(parameters, batch, i);
        }
        for (int i = 0; i < rows; i++) {
            System.arraycopy(parameters, shape.biasFrom(), errors.values(), errors.at(i), columns);
        }
        products.addProduct(errors, rows, hidden, false, weights, shape.dimension());
        for (int i = 0; i < size; i++) {
            replaceByErrors(errors.at(i), batch.target(i), tally);
        }
        Arrays.fill(errors.values(), size * columns, rows * columns, 0);
        propagate(weights, rows);
        float step = rate / size;
        update(weights, rows, step);
        updateBias(parameters, size, step);
        for (int i = 0; i < size; i++) {
            spread(parameters, batch, i, step);
        }
    }

    private float share(SoftmaxBatch batch, int i) {
        return shape.mean() ? 1f / (batch.start(i + 1) - batch.start(i)) : 1;
    }

    private void combine(float[] parameters, SoftmaxBatch batch, int i) {
        float share = share(batch, i);
        for (int n = batch.start(i); n < batch.start(i + 1); n++) {
            add(hidden.values(), hidden.at(i), share, parameters, batch.neighbours()[n] * stride);
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

    private void replaceByErrors(int at, int target, Tally tally) {
        float[] z = errors.values();
        // What pads the row must neither be the highest nor count in the sum.
        Arrays.fill(z, at + shape.words(), at + columns, -Float.MAX_VALUE);
        float highest = highest(z, at);
        boolean hit = z[at + target] == highest;
        for (int word = 0; hit && word < target; word++) {
            hit = z[at + word] != highest;
        }
        double loss = highest - z[at + target];
        FloatVector most = FloatVector.broadcast(S, highest);
        for (int k = 0; k < columns; k += L) {
            most.sub(FloatVector.fromArray(S, z, at + k)).intoArray(z, at + k);
        }
        Exponential.replace(z, at, at + columns);
        float sum = sum(z, at);
        FloatVector share = FloatVector.broadcast(S, 1 / sum);
        for (int k = 0; k < columns; k += L) {
            FloatVector.fromArray(S, z, at + k).mul(share).intoArray(z, at + k);
        }
        Arrays.fill(z, at + shape.words(), at + columns, 0);
        z[at + target] -= 1;
        tally.count(loss + Math.log(sum), 1, hit ? 1 : 0);
    }

    private float highest(float[] z, int at) {
        FloatVector most = FloatVector.fromArray(S, z, at);
        for (int k = L; k < columns; k += L) {
            most = most.max(FloatVector.fromArray(S, z, at + k));
        }
        return most.reduceLanes(VectorOperators.MAX);
    }

    private float sum(float[] z, int at) {
        FloatVector sum = FloatVector.zero(S);
        for (int k = 0; k < columns; k += L) {
            sum = sum.add(FloatVector.fromArray(S, z, at + k));
        }
        return sum.reduceLanes(VectorOperators.ADD);
    }

    /** The gradient of the hidden vectors, by the weights as they were. */
    private void propagate(WordProducts.Matrix weights, int rows) {
        Arrays.fill(changes.values(), 0, rows * stride, 0);
        int whole = shape.dimension() / FOUR * FOUR;
        copyLast(weights, whole);
        for (int from = 0; from < columns; from += PANEL) {
            int words = Math.min(PANEL, columns - from);
            WordProducts.Matrix part = new WordProducts.Matrix(errors.values(), from, columns);
            for (int d = 0; d < shape.dimension(); d += FOUR) {
                WordProducts.Matrix four = d < whole
                        ? new WordProducts.Matrix(weights.values(), weights.at(d) + from, columns)
                        : new WordProducts.Matrix(lastWeights.values(), from, columns);
                for (int i = 0; i < rows; i += FOUR) {
                    products.addProducts(changes, i, d, part, four, words);
                }
            }
        }
    }

    private void update(WordProducts.Matrix weights, int rows, float step) {
        float[] x = hidden.values();
        for (int i = 0; i < rows * stride; i++) {
            x[i] *= -step;
        }
        int whole = shape.dimension() / FOUR * FOUR;
        products.addProduct(weights, whole, hidden, true, errors, rows);
        if (whole < shape.dimension()) {
            // The columns of hidden beyond the dimension are padding, so what is beyond the weights stays 0.
            copyLast(weights, whole);
            WordProducts.Matrix last = new WordProducts.Matrix(x, whole, stride);
            products.addProduct(lastWeights, FOUR, last, true, errors, rows);
            int count = (shape.dimension() - whole) * columns;
            System.arraycopy(lastWeights.values(), 0, weights.values(), weights.at(whole), count);
        }
    }

    private void copyLast(WordProducts.Matrix weights, int row) {
        int count = (shape.dimension() - row) * columns;
        System.arraycopy(weights.values(), weights.at(row), lastWeights.values(), 0, count);
    }

    private void updateBias(float[] parameters, int size, float step) {
        FloatVector factor = FloatVector.broadcast(S, -step);
        for (int k = 0; k < columns; k += L) {
            FloatVector sum = FloatVector.zero(S);
            for (int i = 0; i < size; i++) {
                sum = sum.add(FloatVector.fromArray(S, errors.values(), errors.at(i) + k));
            }
            int at = shape.biasFrom() + k;
            sum.fma(factor, FloatVector.fromArray(S, parameters, at)).intoArray(parameters, at);
        }
    }

    private void spread(float[] parameters, SoftmaxBatch batch, int i, float step) {
        float factor = -step * share(batch, i);
        for (int n = batch.start(i); n < batch.start(i + 1); n++) {
            add(parameters, batch.neighbours()[n] * stride, factor, changes.values(), changes.at(i));
        }
    }
}
