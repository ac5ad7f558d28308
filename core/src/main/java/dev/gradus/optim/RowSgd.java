package dev.gradus.optim;

/** Plain gradient descent on touched weights. Penalties act on a weight when it is touched. */
final class RowSgd extends StoredWeights {

    RowSgd(Penalties penalties) {
        super(1, penalties);
    }

    @Override
    public void moveBias(float[] table, float gradient) {
        table[0] -= rate * gradient;
    }

    @Override
    public void move(float[] table, int at, float gradient) {
        float weight = table[at];
        float moved = weight - rate * (gradient + l2 * weight);
        table[at] = l1 > 0 ? Penalties.shrink(moved, rate * l1) : moved;
    }
}
