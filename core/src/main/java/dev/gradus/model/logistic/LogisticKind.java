package dev.gradus.model.logistic;

import dev.gradus.data.DataKind;
import dev.gradus.data.RowKind;
import dev.gradus.data.Shape;
import dev.gradus.data.sparse.SparseKind;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.math.Kernels;
import dev.gradus.model.Model;
import dev.gradus.model.RowModelKind;
import dev.gradus.model.SparseModel;
import dev.gradus.model.SparseModelKind;
import dev.gradus.optim.RowRules;
import java.util.List;

/** Logistic regression as a value of {@code model.kind}. */
public final class LogisticKind implements RowModelKind, SparseModelKind {

    public static final Key<Double> L2 = Key.number(
            "model.l2",
            0,
            0,
            Double.POSITIVE_INFINITY,
            "weight of the penalty l2/2 |w|² on the weights; biases are not penalized");

    public static final Key<Double> L1 = Key.number(
            "model.l1",
            0,
            0,
            Double.POSITIVE_INFINITY,
            "weight of the penalty l1 |w| on the weights, which makes many of them 0 (sparse rows only)");

    public static final Key<Double> POSITIVE_WEIGHT = Key.number(
            "model.positiveWeight",
            1,
            1e-6,
            1e6,
            "how often a row of class 1 counts, for classes of unequal size (sparse rows only)");

    public static final Key<Boolean> BIAS = Key.flag("model.bias", true, "whether each output has a bias");

    public static final Key<Long> CLASSES =
            Key.whole("model.classes", 0, 0, Integer.MAX_VALUE, "classes to tell apart; 0 is as many as the data have");

    @Override
    public String name() {
        return LogisticRegression.KIND;
    }

    @Override
    public String summary() {
        return "logistic regression on dense or sparse rows; softmax when there are more than two classes";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(L1, L2, BIAS, CLASSES, POSITIVE_WEIGHT);
    }

    @Override
    public List<Class<? extends DataKind>> data() {
        return List.of(RowKind.class, SparseKind.class);
    }

    @Override
    public SparseModel create(Job job, int features) {
        if (job.integer(CLASSES) > 2) {
            throw new JobException(
                    CLASSES.name(), CLASSES.name() + "=" + job.get(CLASSES) + ", but sparse rows have two classes");
        }
        RowRules.check(job);
        return new SparseLogistic(job, features);
    }

    @Override
    public Model create(Job job, Shape shape, Kernels kernels) {
        for (Key<Double> key : List.of(L1, POSITIVE_WEIGHT)) {
            if (!job.get(key).equals(key.defaultValue())) {
                throw new JobException(key.name(), key.name() + " is for sparse rows; remove it");
            }
        }
        RowRules.refuse(job);
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
