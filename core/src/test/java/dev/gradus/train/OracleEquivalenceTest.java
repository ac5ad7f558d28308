package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.DataSet;
import dev.gradus.job.Job;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run gives the parameters of the textbook's loop, written here once more in double precision. */
class OracleEquivalenceTest {

    private static final int FEATURES = 4;
    private static final int BATCH = 32;
    private static final double RATE = 0.3;
    private static final double MOMENTUM = 0.9;
    private static final double L2 = 0.01;
    private static final double CLIP = 0.2;

    @Test
    void twentyStepsOfMomentumWithPenaltyAndClippingEndWhereTheTextbookDoes() throws Exception {
        Job job = Runs.job(
                "data.features",
                FEATURES,
                "data.rows",
                20 * BATCH,
                "data.noise",
                0.1,
                "data.pageRows",
                0,
                "virtualShards",
                1,
                "batchSize",
                BATCH,
                "optimizer",
                "momentum",
                "optimizer.momentum",
                MOMENTUM,
                "optimizer.rate",
                RATE,
                "optimizer.clip",
                CLIP,
                "model.l2",
                L2);

        RunResult result = Runs.run(job);

        assertThat(result.reports().get(0).steps()).isEqualTo(20);
        double[] expected = textbook(rows(Kinds.load().rowData(job).open(job)));
        for (int i = 0; i <= FEATURES; i++) {
            assertThat((double) result.parameters()[i]).as("parameter %d", i).isCloseTo(expected[i], within(2e-6));
        }
    }

    private static double[] textbook(List<double[]> rows) {
        double[] w = new double[FEATURES + 1];
        double[] velocity = new double[FEATURES + 1];
        for (int step = 0; step < 20; step++) {
            double[] gradient = new double[FEATURES + 1];
            for (double[] row : rows.subList(step * BATCH, (step + 1) * BATCH)) {
                double error = 1 / (1 + Math.exp(-dot(w, row))) - row[FEATURES + 1];
                for (int i = 0; i <= FEATURES; i++) {
                    gradient[i] += error * row[i] / BATCH;
                }
            }
            for (int i = 0; i < FEATURES; i++) {
                gradient[i] += L2 * w[i];
            }
            double shrink = Math.min(1, CLIP / Math.sqrt(dot(gradient, gradient)));
            for (int i = 0; i <= FEATURES; i++) {
                velocity[i] = MOMENTUM * velocity[i] + shrink * gradient[i];
                w[i] -= RATE * velocity[i];
            }
        }
        return w;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i <= FEATURES; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** The rows to train on; after the features stand a one for the bias, and the label. */
    private static List<double[]> rows(DataSet data) throws Exception {
        List<double[]> rows = new ArrayList<>();
        data.train().read(0, data.train().rows(), (features, label) -> {
            double[] x = new double[FEATURES + 2];
            for (int i = 0; i < FEATURES; i++) {
                x[i] = features[i];
            }
            x[FEATURES] = 1;
            x[FEATURES + 1] = label;
            rows.add(x);
        });
        return rows;
    }
}
