package dev.gradus.optim;

import java.util.List;

/**
 * Gradient descent with momentum: {@code v = momentum * v + g}, {@code w -= rate * v}. The rate stands outside the
 * velocity, so a schedule may change it at any step without rescaling what was gathered before.
 */
public final class Momentum implements UpdateRule {

    private final float momentum;
    private final float[] velocity;

    Momentum(int parameters, double momentum) {
        this.momentum = (float) momentum;
        this.velocity = new float[parameters];
    }

    @Override
    public void update(float[] parameters, float[] gradient, int from, int to, double rate, long step) {
        float r = (float) rate;
        float mu = momentum;
        float[] v = velocity;
        for (int i = from; i < to; i++) {
            float next = mu * v[i] + gradient[i];
            v[i] = next;
            parameters[i] -= r * next;
        }
    }

    @Override
    public List<float[]> state() {
        return List.of(velocity);
    }
}
