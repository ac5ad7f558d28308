package dev.gradus.optim;

/**
 * AdaGrad on touched weights: a row is the weight and the sum of its squared gradients. Penalties act on a weight when
 * it is touched, at the weight's own rate.
 */
final class RowAdaGrad extends StoredWeights {

    private final float epsilon;

    RowAdaGrad(Penalties penalties, double epsilon) {
        super(2, penalties);
        this.epsilon = (float) epsilon;
    }

    @Override
    public void moveBias(float[] table, float gradient) {
        float squares = table[1] + gradient * gradient;
        table[1] = squares;
        table[0] -= rate * gradient / ((float) Math.sqrt(squares) + epsilon);
    }

    @Override
    public void move(float[] table, int at, float gradient) {
        float weight = table[at];
        float g = gradient + l2 * weight;
        float squares = table[at + 1] + g * g;
        table[at + 1] = squares;
        float step = rate / ((float) Math.sqrt(squares) + epsilon);
        float moved = weight - step * g;
        table[at] = l1 > 0 ? Penalties.shrink(moved, step * l1) : moved;
    }
}
