package dev.gradus.model.logistic;

import dev.gradus.data.Shape;
import dev.gradus.model.Layout;
import dev.gradus.model.Layout.Block;
import dev.gradus.model.Model;
import dev.gradus.model.Replica;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Logistic regression: one output for two classes, softmax over one output a class for more. */
public final class LogisticRegression implements Model {

    static final String KIND = "logistic";

    private final Shape shape;
    private final double l2;
    private final boolean bias;
    private final LogisticKernel.Family kernels;
    private final Layout layout;

    public LogisticRegression(Shape shape, double l2, boolean bias, LogisticKernel.Family kernels) {
        if (!(l2 >= 0) || Double.isInfinite(l2)) {
            throw new IllegalArgumentException("penalty must be finite and not negative: l2=" + l2);
        }
        this.shape = shape;
        this.l2 = l2;
        this.bias = bias;
        this.kernels = kernels;
        this.layout = layout(shape.features(), outputs(), bias);
    }

    private static Layout layout(int features, int outputs, boolean bias) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block("weights", 0, List.of(outputs, features)));
        if (bias) {
            blocks.add(new Block("bias", outputs * features, List.of(outputs)));
        }
        return new Layout(blocks);
    }

    /** The loops in plain Java. */
    public static LogisticKernel.Family plainKernels() {
        return PlainLogisticKernel::new;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public Layout layout() {
        return layout;
    }

    /** Zeros: the loss is convex, so the start decides nothing. */
    @Override
    public void initialize(float[] parameters, long seed) {
        Arrays.fill(parameters, 0, layout.size(), 0);
    }

    @Override
    public Replica replica() {
        return new LogisticReplica(shape, kernels.create(shape.features(), outputs(), bias));
    }

    /** Adds {@code l2 * w} and returns {@code l2 / 2 * |w|²}, over the weights; biases go free. */
    @Override
    public double penalize(float[] parameters, float[] gradient) {
        if (l2 == 0) {
            return 0;
        }
        double squares = 0;
        for (int i = 0; i < outputs() * shape.features(); i++) {
            squares += (double) parameters[i] * parameters[i];
            gradient[i] += (float) (l2 * parameters[i]);
        }
        return l2 / 2 * squares;
    }

    private int outputs() {
        return shape.classes() == 2 ? 1 : shape.classes();
    }
}
