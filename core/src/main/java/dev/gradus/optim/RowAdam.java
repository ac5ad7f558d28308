package dev.gradus.optim;

/**
 * Adam on touched weights: a row is the weight and the running means of its gradient and of the gradient's square,
 * which stand still while nothing touches the weight. The arithmetic is that of {@link Adam}.
 */
final class RowAdam extends StoredWeights {

    private final double beta1;
    private final double beta2;
    private final float epsilon;
    private float meanScale = 1;
    private float rootScale = 1;
    private long step = -1;

    RowAdam(Penalties penalties, double beta1, double beta2, double epsilon) {
        super(3, penalties);
        this.beta1 = beta1;
        this.beta2 = beta2;
        this.epsilon = (float) epsilon;
        step(0);
    }

    @Override
    public void rate(float rate) {
        super.rate(rate);
        scale();
    }

    @Override
    public void step(long next) {
        step = next;
        scale();
    }

    private void scale() {
        // StrictMath, because Math.pow may differ in its last bit between machines.
        meanScale = (float) (rate / (1 - StrictMath.pow(beta1, step + 1.0)));
        rootScale = (float) (1 / Math.sqrt(1 - StrictMath.pow(beta2, step + 1.0)));
    }

    @Override
    public void moveBias(float[] table, float gradient) {
        move(table, 0, gradient, 0);
    }

    @Override
    public void move(float[] table, int at, float gradient) {
        move(table, at, gradient + l2 * table[at], l1);
    }

    private void move(float[] table, int at, float gradient, float shrink) {
        float mean = (float) beta1 * table[at + 1] + (float) (1 - beta1) * gradient;
        float square = (float) beta2 * table[at + 2] + (float) (1 - beta2) * (gradient * gradient);
        table[at + 1] = mean;
        table[at + 2] = square;
        float divisor = rootScale * (float) Math.sqrt(square) + epsilon;
        float moved = table[at] - meanScale * mean / divisor;
        table[at] = shrink > 0 ? Penalties.shrink(moved, rate * shrink / divisor) : moved;
    }
}
