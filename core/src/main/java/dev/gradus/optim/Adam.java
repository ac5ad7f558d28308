package dev.gradus.optim;

import java.util.List;

/**
 * Adam: running means of the gradient and of its square, {@code m = b1 * m + (1 - b1) * g} and {@code v = b2 * v + (1 -
 * b2) * g * g}, each divided by {@code 1 - b^(step + 1)} because it started at 0; then {@code w -= rate * m / (sqrt(v)
 * + epsilon)}.
 */
public final class Adam implements UpdateRule {

    private final double beta1;
    private final double beta2;
    private final float epsilon;
    private final float[] means;
    private final float[] squares;

    Adam(int parameters, double beta1, double beta2, double epsilon) {
        this.beta1 = beta1;
        this.beta2 = beta2;
        this.epsilon = (float) epsilon;
        this.means = new float[parameters];
        this.squares = new float[parameters];
    }

    @Override
    public void update(float[] parameters, float[] gradient, int from, int to, double rate, long step) {
        // StrictMath, because Math.pow may differ in its last bit between machines and ranks must agree.
        float r = (float) (rate / (1 - StrictMath.pow(beta1, step + 1.0)));
        float rootScale = (float) (1 / Math.sqrt(1 - StrictMath.pow(beta2, step + 1.0)));
        float b1 = (float) beta1;
        float b2 = (float) beta2;
        float c1 = (float) (1 - beta1);
        float c2 = (float) (1 - beta2);
        float e = epsilon;
        float[] m = means;
        float[] v = squares;
        for (int i = from; i < to; i++) {
            float g = gradient[i];
            float mean = b1 * m[i] + c1 * g;
            float square = b2 * v[i] + c2 * (g * g);
            m[i] = mean;
            v[i] = square;
            parameters[i] -= r * mean / (rootScale * (float) Math.sqrt(square) + e);
        }
    }

    @Override
    public List<float[]> state() {
        return List.of(means, squares);
    }
}
