package dev.gradus.model;

import dev.gradus.data.RowStore;
import dev.gradus.data.Shape;
import dev.gradus.data.Slice;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.math.Kernels;
import java.util.Arrays;
import java.util.List;

/** A kind of model that is given by a {@link RowFunction}. Trains with every strategy that rows have. */
public abstract class RowFunctionKind implements RowModelKind {

    private final String name;
    private final String summary;
    private final List<Key<?>> keys;

    /** {@code keys} are those that {@link #function} reads, beyond those of every job. */
    protected RowFunctionKind(String name, String summary, Key<?>... keys) {
        this.name = name;
        this.summary = summary;
        this.keys = List.of(keys);
    }

    /** The function for rows of that shape; what does not fit is refused with a JobException. */
    protected abstract RowFunction function(Job job, Shape shape);

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final List<Key<?>> keys() {
        return keys;
    }

    @Override
    public final Model create(Job job, Shape shape, Kernels kernels) {
        return new FunctionModel(name, shape, function(job, shape));
    }

    private record FunctionModel(String kind, Shape shape, RowFunction function) implements Model {

        @Override
        public Layout layout() {
            return function.layout();
        }

        @Override
        public void initialize(float[] parameters, long seed) {
            Arrays.fill(parameters, 0);
            function.initialize(parameters, seed);
        }

        @Override
        public Replica replica() {
            return new FunctionReplica(shape, function);
        }

        @Override
        public double penalize(float[] parameters, float[] gradient) {
            return 0; // a penalty that a function has is part of its loss
        }
    }

    /** Hands over row by row. Owned by one rank. */
    private static final class FunctionReplica implements Replica {

        private final RowFunction function;
        private final float[] row;
        private final float[] unused;

        FunctionReplica(Shape shape, RowFunction function) {
            this.function = function;
            this.row = new float[shape.features()];
            this.unused = new float[Gradient.length(function.layout().size())];
        }

        @Override
        public void addGradient(float[] parameters, Slice slice, Gradient gradient, Finished finished) {
            RowStore rows = slice.rows();
            double loss = 0;
            int correct = 0;
            for (int run = 0; run < slice.runs(); run++) {
                for (int i = slice.from(run); i < slice.to(run); i++) {
                    rows.fill(i, slice.epoch(), row, 0);
                    int label = (int) rows.labels()[i];
                    correct += function.predict(parameters, row) == label ? 1 : 0;
                    loss += function.learn(parameters, row, label, gradient.values());
                }
            }
            gradient.count(loss, correct, slice.size());
        }

        @Override
        public void evaluate(float[] parameters, RowStore rows, int from, int to, Evaluation evaluation) {
            for (int i = from; i < to; i++) {
                rows.fill(i, RowStore.PLAIN, row, 0);
                int label = (int) rows.labels()[i];
                int guess = function.predict(parameters, row);
                evaluation.guess(label, guess);
                evaluation.count(function.learn(parameters, row, label, unused), guess == label ? 1 : 0, 1);
            }
        }
    }
}
