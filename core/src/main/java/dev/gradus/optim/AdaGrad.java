package dev.gradus.optim;

import java.util.List;

/**
 * AdaGrad: {@code s += g * g}, {@code w -= rate * g / (sqrt(s) + epsilon)}. Parameters that rarely have a gradient keep
 * a high rate.
 */
public final class AdaGrad implements UpdateRule {

    private final float epsilon;
    private final float[] squares;

    AdaGrad(int parameters, double epsilon) {
        this.epsilon = (float) epsilon;
        this.squares = new float[parameters];
    }

    @Override
    public void update(float[] parameters, float[] gradient, int from, int to, double rate, long step) {
        float r = (float) rate;
        float e = epsilon;
        float[] s = squares;
        for (int i = from; i < to; i++) {
            float g = gradient[i];
            float next = s[i] + g * g;
            s[i] = next;
            parameters[i] -= r * g / ((float) Math.sqrt(next) + e);
        }
    }

    @Override
    public List<float[]> state() {
        return List.of(squares);
    }
}
