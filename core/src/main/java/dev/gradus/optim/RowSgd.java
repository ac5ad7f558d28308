package dev.gradus.optim;

/** Plain gradient descent on touched weights. Penalties act on a weight when it is touched. */
final class RowSgd implements RowRule {

    private final float l1;
    private final float l2;
    private float rate;

    RowSgd(Penalties penalties) {
        this.l1 = penalties.l1();
        this.l2 = penalties.l2();
    }

    @Override
    public int stride() {
        return 1;
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
            even += table[features[i] + 1] * values[i];
            odd += table[features[i + 1] + 1] * values[i + 1];
        }
        return even + odd + (i < to ? table[features[i] + 1] * values[i] : 0);
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

    @Override
    public void moveAll(float[] table, int[] features, float[] values, int from, int to, float error) {
        for (int i = from; i < to; i++) {
            move(table, features[i] + 1, error * values[i]);
        }
    }
}
