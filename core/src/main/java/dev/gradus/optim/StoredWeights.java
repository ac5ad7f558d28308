package dev.gradus.optim;

/** What rules have in common, and how those read weights that store them: as the first number of a row. */
abstract class StoredWeights implements RowRule {

    final float l1;
    final float l2;
    float rate;
    private final int stride;

    StoredWeights(int stride, Penalties penalties) {
        this.stride = stride;
        this.l1 = penalties.l1();
        this.l2 = penalties.l2();
    }

    @Override
    public final int stride() {
        return stride;
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
            even += table[(features[i] + 1) * stride] * values[i];
            odd += table[(features[i + 1] + 1) * stride] * values[i + 1];
        }
        return even + odd + (i < to ? table[(features[i] + 1) * stride] * values[i] : 0);
    }

    @Override
    public final void moveAll(float[] table, int[] features, float[] values, int from, int to, float error) {
        for (int i = from; i < to; i++) {
            move(table, (features[i] + 1) * stride, error * values[i]);
        }
    }
}
