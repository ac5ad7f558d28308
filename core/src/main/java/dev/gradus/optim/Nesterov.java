package dev.gradus.optim;

import java.util.List;

/**
 * Nesterov's momentum: {@code v = momentum * v + g}, {@code w -= rate * (g + momentum * v)}. The parameters are those
 * already moved ahead along the velocity, so the gradient is taken where the next step will start.
 */
public final class Nesterov implements UpdateRule {

    private final float momentum;
    private final float[] velocity;

    Nesterov(int parameters, double momentum) {
        this.momentum = (float) momentum;
        this.velocity = new float[parameters];
    }

    @Override
    public void update(float[] parameters, float[] gradient, int from, int to, double rate, long step) {
        float r = (float) rate;
        float mu = momentum;
        float[] v = velocity;
        for (int i = from; i < to; i++) {
            float g = gradient[i];
            float next = mu * v[i] + g;
            v[i] = next;
            parameters[i] -= r * (g + mu * next);
        }
    }

    @Override
    public List<float[]> state() {
        return List.of(velocity);
    }
}
