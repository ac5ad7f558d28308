package dev.gradus.model.logistic;

import static dev.gradus.data.DenseRows.TILE;

import dev.gradus.data.DenseRows;
import dev.gradus.data.Slice;

/** Logistic regression row by row in double precision, as the textbook has it. */
final class LogisticOracle {

    private final int outputs;
    private final boolean bias;
    private final float[] parameters;
    final double[] gradient;
    double loss;
    int hits;

    LogisticOracle(int outputs, boolean bias, float[] parameters, Slice slice) {
        this.outputs = outputs;
        this.bias = bias;
        this.parameters = parameters;
        this.gradient = new double[parameters.length];
        for (int run = 0; run < slice.runs(); run++) {
            for (int row = slice.from(run); row < slice.to(run); row++) {
                add(DenseRows.of(slice.rows()), row);
            }
        }
    }

    private void add(DenseRows rows, int row) {
        int features = rows.shape().features();
        int label = (int) rows.labels()[row];
        double[] z = scores(rows, row);
        double[] error = new double[outputs];
        if (outputs == 1) {
            double towards = label == 1 ? z[0] : -z[0];
            loss += towards > 0 ? Math.log1p(Math.exp(-towards)) : -towards + Math.log1p(Math.exp(towards));
            hits += z[0] >= 0 == (label == 1) ? 1 : 0;
            error[0] = 1 / (1 + Math.exp(-z[0])) - label;
        } else {
            softmax(z, label, error);
        }
        for (int k = 0; k < outputs; k++) {
            for (int j = 0; j < features; j++) {
                gradient[k * features + j] += error[k] * feature(rows, row, j);
            }
            if (bias) {
                gradient[outputs * features + k] += error[k];
            }
        }
    }

    private void softmax(double[] z, int label, double[] error) {
        int best = 0;
        for (int k = 1; k < outputs; k++) {
            best = z[k] > z[best] ? k : best;
        }
        double sum = 0;
        for (double score : z) {
            sum += Math.exp(score - z[best]);
        }
        for (int k = 0; k < outputs; k++) {
            error[k] = Math.exp(z[k] - z[best]) / sum - (k == label ? 1 : 0);
        }
        loss += Math.log(sum) + z[best] - z[label];
        hits += best == label ? 1 : 0;
    }

    private double[] scores(DenseRows rows, int row) {
        int features = rows.shape().features();
        double[] z = new double[outputs];
        for (int k = 0; k < outputs; k++) {
            z[k] = bias ? parameters[outputs * features + k] : 0;
            for (int j = 0; j < features; j++) {
                z[k] += (double) parameters[k * features + j] * feature(rows, row, j);
            }
        }
        return z;
    }

    private static double feature(DenseRows rows, int row, int j) {
        return rows.values()[(row / TILE * rows.shape().features() + j) * TILE + row % TILE];
    }
}
