package dev.gradus.optim;

/**
 * AdaGrad on touched weights: a row is the weight and the sum of its squared gradients. Penalties act on a weight when
 * it is touched, at the weight's own rate.
 */
final class RowAdaGrad implements RowRule {

    private static final int STRIDE = 2;

    private final float l1;
    private final float l2;
    private final float epsilon;
    private float rate;

    RowAdaGrad(Penalties penalties, double epsilon) {
        this.l1 = penalties.l1();
        this.l2 = penalties.l2();
        this.epsilon = (float) epsilon;
    }

    @Override
    public int stride() {
        return STRIDE;
    }

    @Override
    public void rate(float rate) {
        this.rate = rate;
    }

    @Override
    public float bias(float[] table) {
        return table[0];
    }

    @Override
    public float weight(float[] table, int at) {
        return table[at];
    }

    @Override
    public float dot(float[] table, int[] features, float[] values, int from, int to) {
        float even = 0;
        float odd = 0;
        int i = from;
        for (; i + 1 < to; i += 2) { // two sums, because four cycles pass until one can go on
            even += table[STRIDE * features[i] + STRIDE] * values[i];
            odd += table[STRIDE * features[i + 1] + STRIDE] * values[i + 1];
        }
        return even + odd + (i < to ? table[STRIDE * features[i] + STRIDE] * values[i] : 0);
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

    @Override
    public void moveAll(float[] table, int[] features, float[] values, int from, int to, float error) {
        for (int i = from; i < to; i++) {
            move(table, STRIDE * features[i] + STRIDE, error * values[i]);
        }
    }
}
