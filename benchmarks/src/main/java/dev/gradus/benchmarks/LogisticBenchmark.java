package dev.gradus.benchmarks;

import dev.gradus.data.DataException;
import dev.gradus.data.DenseRows;
import dev.gradus.data.Slice;
import dev.gradus.math.CounterRandom;
import dev.gradus.math.Kernels;
import dev.gradus.model.Gradient;
import dev.gradus.model.logistic.LogisticKernel;
import dev.gradus.model.logistic.LogisticRegression;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds a row for gradient, loss and hits of logistic regression, over slices of eight runs that lie anywhere in
 * the store, as a shuffled epoch has them. 50,000 rows stay in the caches, a million do not.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 3,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else
public class LogisticBenchmark {

    private static final int RUNS = 8;
    private static final int RUN = DenseRows.TILE;

    @Param({"simd", "plain"})
    public String kernels = Kernels.AUTO;

    /** Features and classes. */
    @Param({"20x2", "64x10"})
    public String shape = "20x2";

    @Param({"50000", "1000000"})
    public int rows = 50_000;

    private LogisticKernel kernel;
    private float[] parameters;
    private Gradient gradient;
    private Slice slice;
    private long step;

    @Setup
    public void fill() throws DataException {
        int features = Integer.parseInt(shape.substring(0, shape.indexOf('x')));
        int classes = Integer.parseInt(shape.substring(shape.indexOf('x') + 1));
        int outputs = classes == 2 ? 1 : classes;
        kernel = Kernels.choose(kernels)
                .of(LogisticKernel.Family.class, LogisticRegression.plainKernels())
                .create(features, outputs, true);
        parameters = new float[outputs * (features + 1)];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = CounterRandom.nearlyNormal(1, i);
        }
        gradient = new Gradient(parameters.length);
        slice = new Slice(DenseRows.load(new NoiseRows(rows, features, classes), 0, rows));
    }

    @Benchmark
    @OperationsPerInvocation(RUNS * RUN)
    public float[] gradient() {
        slice.clear();
        for (int run = 0; run < RUNS; run++) {
            int from = RUN * CounterRandom.below(rows / RUN, 2, step++);
            slice.add(from, from + RUN);
        }
        gradient.clear();
        kernel.addGradient(parameters, slice, gradient);
        return gradient.values();
    }
}
