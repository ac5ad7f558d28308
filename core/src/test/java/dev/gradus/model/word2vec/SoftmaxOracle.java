package dev.gradus.model.word2vec;

/** The step of a softmax batch, number by number in double precision. */
final class SoftmaxOracle {

    private final SoftmaxShape shape;
    private final SoftmaxBatch batch;
    private final double[] gradient;
    private double loss;
    private int hits;

    SoftmaxOracle(SoftmaxShape shape, SoftmaxBatch batch, float[] parameters) {
        this.shape = shape;
        this.batch = batch;
        this.gradient = new double[parameters.length];
        for (int i = 0; i < batch.size(); i++) {
            addGradient(i, parameters);
        }
    }

    void step(double[] values, double rate) {
        for (int i = 0; i < values.length; i++) {
            values[i] -= rate / batch.size() * gradient[i];
        }
    }

    double loss() {
        return loss;
    }

    int hits() {
        return hits;
    }

    private int weight(int d, int word) {
        return shape.weightsFrom() + d * shape.columns() + word;
    }

    private void addGradient(int i, float[] parameters) {
        int from = batch.start(i);
        int to = batch.start(i + 1);
        double share = shape.mean() ? 1.0 / (to - from) : 1;
        double[] hidden = new double[shape.dimension()];
        for (int d = 0; d < hidden.length; d++) {
            for (int n = from; n < to; n++) {
                hidden[d] += share * parameters[batch.neighbours()[n] * shape.stride() + d];
            }
        }
        double[] p = probabilities(hidden, parameters);
        loss -= Math.log(p[batch.target(i)]);
        int best = 0;
        for (int word = 0; word < p.length; word++) {
            best = p[word] > p[best] ? word : best;
        }
        hits += best == batch.target(i) ? 1 : 0;
        p[batch.target(i)] -= 1;
        for (int word = 0; word < p.length; word++) {
            gradient[shape.biasFrom() + word] += p[word];
            for (int d = 0; d < hidden.length; d++) {
                gradient[weight(d, word)] += p[word] * hidden[d];
                for (int n = from; n < to; n++) {
                    gradient[batch.neighbours()[n] * shape.stride() + d] +=
                            share * p[word] * parameters[weight(d, word)];
                }
            }
        }
    }

    private double[] probabilities(double[] hidden, float[] parameters) {
        double[] p = new double[shape.words()];
        double sum = 0;
        for (int word = 0; word < p.length; word++) {
            double score = parameters[shape.biasFrom() + word];
            for (int d = 0; d < hidden.length; d++) {
                score += hidden[d] * parameters[weight(d, word)];
            }
            p[word] = Math.exp(score);
            sum += p[word];
        }
        for (int word = 0; word < p.length; word++) {
            p[word] /= sum;
        }
        return p;
    }
}
