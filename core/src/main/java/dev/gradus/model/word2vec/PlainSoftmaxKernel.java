package dev.gradus.model.word2vec;

import dev.gradus.model.Tally;
import java.util.Arrays;

/** The loops of the full softmax output in plain Java, prediction by prediction. */
final class PlainSoftmaxKernel implements SoftmaxKernel {

    private final SoftmaxShape shape;
    private final int columns;
    private final float[] hidden;
    private final float[] errors;
    private final float[] changes;

    PlainSoftmaxKernel(SoftmaxShape shape, int batch) {
        this.shape = shape;
        this.columns = shape.columns();
        this.hidden = new float[batch * shape.dimension()];
        this.errors = new float[Math.multiplyExact(batch, columns)];
        this.changes = new float[batch * shape.dimension()];
    }

    @Override
    public void learn(float[] parameters, int weightsFrom, SoftmaxBatch batch, float rate, Tally tally) {
        for (int i = 0; i < batch.size(); i++) {
            combine(parameters, batch, i);
            score(parameters, weightsFrom, i);
            replaceByErrors(i, batch.target(i), tally);
            propagate(parameters, weightsFrom, i);
        }
        // Only now, because every prediction of the batch is made by the values before it.
        float step = rate / batch.size();
        for (int i = 0; i < batch.size(); i++) {
            update(parameters, weightsFrom, i, step);
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

    private void score(float[] output, int from, int i) {
        int at = i * columns;
        System.arraycopy(output, from + shape.weights(), errors, at, columns);
        for (int d = 0; d < shape.dimension(); d++) {
            add(errors, at, hidden[i * shape.dimension() + d], output, from + d * columns);
        }
    }

    private void replaceByErrors(int i, int target, Tally tally) {
        int at = i * columns;
        int best = 0;
        for (int word = 1; word < shape.words(); word++) {
            if (errors[at + word] > errors[at + best]) {
                best = word;
            }
        }
        float highest = errors[at + best];
        double loss = highest - errors[at + target];
        double sum = 0;
        for (int word = 0; word < shape.words(); word++) {
            double e = Math.exp(errors[at + word] - highest);
            sum += e;
            errors[at + word] = (float) e;
        }
        for (int word = 0; word < shape.words(); word++) {
            errors[at + word] *= (float) (1 / sum);
        }
        errors[at + target] -= 1;
        // What pads the row must not move.
        Arrays.fill(errors, at + shape.words(), at + columns, 0);
        tally.count(loss + Math.log(sum), 1, best == target ? 1 : 0);
    }

    private void propagate(float[] output, int from, int i) {
        for (int d = 0; d < shape.dimension(); d++) {
            int weights = from + d * columns;
            float sum = 0;
            for (int word = 0; word < shape.words(); word++) {
                sum += errors[i * columns + word] * output[weights + word];
            }
            changes[i * shape.dimension() + d] = sum;
        }
    }

    private void update(float[] output, int from, int i, float step) {
        for (int d = 0; d < shape.dimension(); d++) {
            float factor = -step * hidden[i * shape.dimension() + d];
            add(output, from + d * columns, factor, errors, i * columns);
        }
        add(output, from + shape.weights(), -step, errors, i * columns);
    }

    private void spread(float[] parameters, SoftmaxBatch batch, int i, float step) {
        float factor = -step * share(batch, i);
        for (int n = batch.start(i); n < batch.start(i + 1); n++) {
            int row = batch.neighbours()[n] * shape.stride();
            for (int d = 0; d < shape.dimension(); d++) {
                parameters[row + d] += factor * changes[i * shape.dimension() + d];
            }
        }
    }

    private void add(float[] y, int yAt, float factor, float[] x, int xAt) {
        for (int i = 0; i < columns; i++) {
            y[yAt + i] += factor * x[xAt + i];
        }
    }
}
