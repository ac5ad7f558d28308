package dev.gradus.model.logistic;

import dev.gradus.data.Shape;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.math.Kernels;
import dev.gradus.model.Model;
import dev.gradus.model.RowModelKind;
import java.util.List;

/** Logistic regression as a value of {@code model.kind}. */
public final class LogisticKind implements RowModelKind {

    public static final Key<Double> L2 = Key.number(
            "model.l2",
            0,
            0,
            Double.POSITIVE_INFINITY,
            "weight of the penalty l2/2 |w|² on the weights; biases are not penalized");

    public static final Key<Boolean> BIAS = Key.flag("model.bias", true, "whether each output has a bias");

    public static final Key<Long> CLASSES =
            Key.whole("model.classes", 0, 0, Integer.MAX_VALUE, "classes to tell apart; 0 is as many as the data have");

    @Override
    public String name() {
        return LogisticRegression.KIND;
    }

    @Override
    public String summary() {
        return "logistic regression on dense rows; softmax when there are more than two classes";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(L2, BIAS, CLASSES);
    }

    @Override
    public Model create(Job job, Shape shape, Kernels kernels) {
        int classes = job.integer(CLASSES) == 0 ? shape.classes() : job.integer(CLASSES);
        if (classes < shape.classes()) {
            throw new JobException(
                    CLASSES.name(),
                    "fewer classes than the data have: " + CLASSES.name() + "=" + classes + ", data="
                            + shape.classes());
        }
        return new LogisticRegression(
                new Shape(shape.features(), classes),
                job.get(L2),
                job.get(BIAS),
                kernels.of(LogisticKernel.Family.class, LogisticRegression.plainKernels()));
    }
}
