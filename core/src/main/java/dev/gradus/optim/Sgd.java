package dev.gradus.optim;

import java.util.List;

/** Plain gradient descent, {@code w -= rate * g}. Remembers nothing. */
public final class Sgd implements UpdateRule {

    @Override
    public void update(float[] parameters, float[] gradient, int from, int to, double rate, long step) {
        float r = (float) rate;
        for (int i = from; i < to; i++) {
            parameters[i] -= r * gradient[i];
        }
    }

    @Override
    public List<float[]> state() {
        return List.of();
    }
}
