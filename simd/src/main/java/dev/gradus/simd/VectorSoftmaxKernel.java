package dev.gradus.simd;

import dev.gradus.model.Tally;
import dev.gradus.model.word2vec.SoftmaxBatch;
import dev.gradus.model.word2vec.SoftmaxKernel;
import dev.gradus.model.word2vec.SoftmaxShape;
import dev.gradus.simd.RowProducts.Matrix;
import dev.gradus.simd.RowProducts.Size;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loops of the full softmax output on the Vector API. A batch is three products of matrices: hidden by weights are
 * the scores, errors by weights the changes of the neighbours, hidden by errors those of the weights. A register holds
 * neighbouring words.
 */
final class VectorSoftmaxKernel implements SoftmaxKernel {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    private final SoftmaxShape shape;
    private final int columns;
    private final float[] hidden;
    private final float[] errors;
    private final float[] changes;

    VectorSoftmaxKernel(SoftmaxShape shape, int batch) {
        this.shape = shape;
        this.columns = shape.columns();
        this.hidden = new float[batch * shape.dimension()];
        this.errors = new float[Math.multiplyExact(batch, columns)];
        this.changes = new float[batch * shape.dimension()];
    }

    @Override
    public void learn(float[] parameters, SoftmaxBatch batch, float rate, Tally tally) {
        int size = batch.size();
        int dimension = shape.dimension();
        Matrix weights = new Matrix(parameters, shape.weightsFrom(), columns, 1);
        Matrix scores = new Matrix(errors, 0, columns, 1);
        for (int i = 0; i < size; i++) {
            combine(parameters, batch, i);
            System.arraycopy(parameters, shape.biasFrom(), errors, i * columns, columns);
        }
        RowProducts.add(scores, new Matrix(hidden, 0, dimension, 1), weights, new Size(size, dimension, columns));
        for (int i = 0; i < size; i++) {
            replaceByErrors(i, batch.target(i), tally);
        }
        RowProducts.dots(new Matrix(changes, 0, dimension, 1), scores, weights, new Size(size, columns, dimension));
        // Only now, because every prediction of the batch is made by the values before it.
        float step = rate / size;
        for (int i = 0; i < size * dimension; i++) {
            hidden[i] *= -step;
        }
        RowProducts.add(weights, new Matrix(hidden, 0, 1, dimension), scores, new Size(dimension, size, columns));
        updateBias(parameters, size, step);
        for (int i = 0; i < size; i++) {
            spread(parameters, batch, i, step);
        }
    }

    private float share(SoftmaxBatch batch, int i) {
        return shape.mean() ? 1f / (batch.start(i + 1) - batch.start(i)) : 1;
    }

    private void combine(float[] parameters, SoftmaxBatch batch, int i) {
        int at = i * shape.dimension();
        float share = share(batch, i);
        Arrays.fill(hidden, at, at + shape.dimension(), 0);
        for (int n = batch.start(i); n < batch.start(i + 1); n++) {
            int row = batch.neighbours()[n] * shape.stride();
            for (int d = 0; d < shape.dimension(); d++) {
                hidden[at + d] += share * parameters[row + d];
            }
        }
    }

    private void replaceByErrors(int i, int target, Tally tally) {
        int from = i * columns;
        int words = shape.words();
        // What pads the row must neither be the highest nor count.
        Arrays.fill(errors, from + words, from + columns, Float.NEGATIVE_INFINITY);
        float highest = highest(from);
        int best = from;
        while (errors[best] < highest) {
            best++;
        }
        double loss = highest - errors[from + target];
        FloatVector top = FloatVector.broadcast(S, highest);
        for (int k = from; k < from + columns; k += L) {
            top.sub(FloatVector.fromArray(S, errors, k)).intoArray(errors, k);
        }
        Exponential.replace(errors, from, from + columns);
        Arrays.fill(errors, from + words, from + columns, 0);
        float sum = sum(from);
        FloatVector scale = FloatVector.broadcast(S, 1 / sum);
        for (int k = from; k < from + columns; k += L) {
            FloatVector.fromArray(S, errors, k).mul(scale).intoArray(errors, k);
        }
        errors[from + target] -= 1;
        tally.count(loss + Math.log(sum), 1, best == from + target ? 1 : 0);
    }

    private float highest(int from) {
        FloatVector most = FloatVector.fromArray(S, errors, from);
        for (int k = from + L; k < from + columns; k += L) {
            most = most.max(FloatVector.fromArray(S, errors, k));
        }
        return most.reduceLanes(VectorOperators.MAX);
    }

    private float sum(int from) {
        FloatVector sum = FloatVector.zero(S);
        for (int k = from; k < from + columns; k += L) {
            sum = sum.add(FloatVector.fromArray(S, errors, k));
        }
        return sum.reduceLanes(VectorOperators.ADD);
    }

    private void updateBias(float[] parameters, int size, float step) {
        for (int k = 0; k < columns; k += L) {
            FloatVector sum = FloatVector.zero(S);
            for (int i = 0; i < size; i++) {
                sum = sum.add(FloatVector.fromArray(S, errors, i * columns + k));
            }
            FloatVector bias = FloatVector.fromArray(S, parameters, shape.biasFrom() + k);
            sum.fma(FloatVector.broadcast(S, -step), bias).intoArray(parameters, shape.biasFrom() + k);
        }
    }

    private void spread(float[] parameters, SoftmaxBatch batch, int i, float step) {
        float factor = -step * share(batch, i);
        int at = i * shape.dimension();
        for (int n = batch.start(i); n < batch.start(i + 1); n++) {
            int row = batch.neighbours()[n] * shape.stride();
            for (int d = 0; d < shape.dimension(); d++) {
                parameters[row + d] += factor * changes[at + d];
            }
        }
    }
}
