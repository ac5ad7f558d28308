package dev.gradus.nn;

import dev.gradus.data.Prefetch;
import dev.gradus.data.RowStore;
import dev.gradus.data.Shape;
import dev.gradus.data.Slice;
import dev.gradus.math.FloatMath;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Gradient;
import dev.gradus.model.Replica;
import dev.gradus.nn.network.Node;
import dev.gradus.nn.onednn.Pass;
import dev.gradus.nn.onednn.Passes;

/** A network with the working memory of one rank. Used by one thread; closing it frees native memory. */
final class NetworkReplica implements Replica {

    /** Floats of a gradient that are added at a time: few enough to stay in the first cache. */
    private static final int PIECE = 4096;

    private final Shape shape;
    private final Passes passes;
    private final SoftmaxLoss softmax;
    private final DropoutMasks masks;
    private final Prefetch prefetch;
    private final float[] piece = new float[PIECE];
    private float[] input = new float[0];
    private float[] scores = new float[0];
    private float[] errors = new float[0];

    NetworkReplica(Shape shape, Passes passes, NetworkModel.Settings settings) {
        this.shape = shape;
        this.passes = passes;
        this.softmax = new SoftmaxLoss(shape.classes());
        this.masks = new DropoutMasks(settings.seed());
        this.prefetch = Prefetch.create(settings.prefetch(), shape.features());
    }

    @Override
    public void addGradient(float[] parameters, Slice slice, Gradient gradient, Finished finished) {
        check(slice.rows());
        if (slice.size() == 0) {
            return;
        }
        Pass pass = passes.training(slice.size(), parameters);
        reserve(slice.size());
        pass.input(prefetch.rows(slice), slice.size() * shape.features());
        masks.write(pass, slice);
        pass.forward();
        pass.scores(scores);
        loss(prefetch.labels(), slice.size());
        // Statistics stand behind all parameters, so they must be there before the first layer is.
        gradient.count(softmax.loss(), softmax.hits(), slice.size());
        pass.errors(errors);
        pass.backward(node -> {
            add(node, gradient.values());
            finished.from(node.from());
        });
    }

    private void check(RowStore rows) {
        if (rows.shape().features() != shape.features() || rows.shape().classes() > shape.classes()) {
            throw new IllegalArgumentException("rows do not fit the model: rows=" + rows.shape() + ", model=" + shape);
        }
    }

    private void reserve(int rows) {
        if (scores.length != rows * shape.classes()) {
            scores = new float[rows * shape.classes()];
            errors = new float[scores.length];
        }
    }

    private void loss(float[] labels, int rows) {
        softmax.clear();
        for (int row = 0; row < rows; row++) {
            softmax.slope(scores, row * shape.classes(), (int) labels[row], errors);
        }
    }

    private void add(Node node, float[] sums) {
        for (int from = node.from(); from < node.to(); from += PIECE) {
            int length = Math.min(PIECE, node.to() - from);
            passes.gradient().get(from, piece, 0, length);
            FloatMath.addInto(sums, from, piece, 0, length);
        }
    }

    @Override
    public void evaluate(float[] parameters, RowStore rows, int from, int to, Evaluation evaluation) {
        check(rows);
        if (from == to) {
            return;
        }
        Pass pass = passes.scoring(parameters);
        reserve(pass.rows());
        if (input.length == 0) {
            input = new float[Math.multiplyExact(pass.rows(), shape.features())];
        }
        softmax.clear();
        for (int first = from; first < to; first += pass.rows()) {
            int count = Math.min(pass.rows(), to - first);
            for (int i = 0; i < count; i++) {
                rows.fill(first + i, RowStore.PLAIN, input, i * shape.features());
            }
            // Behind the last rows stand some of earlier calls: they are computed and not looked at.
            pass.input(input, count * shape.features());
            pass.forward();
            pass.scores(scores);
            for (int i = 0; i < count; i++) {
                softmax.score(scores, i * shape.classes(), (int) rows.labels()[first + i], evaluation);
            }
        }
        evaluation.count(softmax.loss(), softmax.hits(), to - from);
    }

    @Override
    public void close() {
        try {
            prefetch.close();
        } finally {
            passes.close();
        }
    }
}
