package dev.gradus.optim;

/**
 * FTRL-Proximal (McMahan et al. 2013) on touched weights: a row is z and n, from which the weight follows, exactly 0
 * where |z| is at most l1. Rates are its own: {@code rate / (beta + sqrt(n))} for each weight.
 */
final class RowFtrl extends StoredWeights {

    private final float beta;

    /** Unlike other rules it needs a rate also to tell weights, so it starts with one. */
    RowFtrl(Penalties penalties, double beta, double rate) {
        super(2, penalties);
        this.beta = (float) beta;
        rate((float) rate);
    }

    /** Both, since no weight tells z: it follows from it and is 0 for many. */
    @Override
    public int remembered() {
        return stride();
    }

    @Override
    public float bias(float[] table) {
        return weight(table, 0, 0, 0);
    }

    @Override
    public float weight(float[] table, int at) {
        return weight(table, at, l1, l2);
    }

    private float weight(float[] table, int at, float l1, float l2) {
        float z = table[at];
        return -Penalties.shrink(z, l1) / ((beta + (float) Math.sqrt(table[at + 1])) / rate + l2);
    }

    /** The z from which that weight follows while n is 0. */
    @Override
    public void set(float[] table, int at, float weight, boolean bias) {
        float slope = beta / rate + (bias ? 0 : l2);
        table[at] = weight == 0 ? 0 : -weight * slope - (bias ? 0 : Math.copySign(l1, weight));
        table[at + 1] = 0;
    }

    @Override
    public float dot(float[] table, int[] features, float[] values, int from, int to) {
        float sum = 0;
        for (int i = from; i < to; i++) {
            sum += weight(table, (features[i] + 1) * stride()) * values[i];
        }
        return sum;
    }

    @Override
    public void moveBias(float[] table, float gradient) {
        move(table, 0, gradient, bias(table));
    }

    @Override
    public void move(float[] table, int at, float gradient) {
        move(table, at, gradient, weight(table, at));
    }

    private void move(float[] table, int at, float gradient, float weight) {
        float before = table[at + 1];
        float squares = before + gradient * gradient;
        float sigma = ((float) Math.sqrt(squares) - (float) Math.sqrt(before)) / rate;
        table[at] += gradient - sigma * weight;
        table[at + 1] = squares;
    }
}
