package dev.gradus.optim;

/**
 * Momentum on touched weights, Nesterov's or the plain one: a row is the weight and its velocity, which stands still
 * while nothing touches the weight. The arithmetic is that of {@link Momentum} and {@link Nesterov}.
 */
final class RowMomentum extends StoredWeights {

    private final float momentum;
    private final boolean ahead;

    RowMomentum(Penalties penalties, double momentum, boolean ahead) {
        super(2, penalties);
        this.momentum = (float) momentum;
        this.ahead = ahead;
    }

    @Override
    public void moveBias(float[] table, float gradient) {
        move(table, 0, gradient, 0);
    }

    @Override
    public void move(float[] table, int at, float gradient) {
        move(table, at, gradient + l2 * table[at], rate * l1);
    }

    private void move(float[] table, int at, float gradient, float shrink) {
        float velocity = momentum * table[at + 1] + gradient;
        table[at + 1] = velocity;
        float moved = table[at] - rate * (ahead ? gradient + momentum * velocity : velocity);
        table[at] = shrink > 0 ? Penalties.shrink(moved, shrink) : moved;
    }
}
