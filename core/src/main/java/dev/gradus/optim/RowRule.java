package dev.gradus.optim;

import java.util.Arrays;

/**
 * An update rule for weights of which each sample touches a few. A <em>row</em> of the table has the weight and what
 * the rule remembers of it, side by side, so that both come with one cache line. The row of feature f begins at
 * {@code (f + 1) * stride}; the first row is that of the bias, which no penalty applies to. Owned by one thread.
 */
public interface RowRule {

    /** Floats of a row. */
    int stride();

    /** How many of them, the last ones, the weight does not tell; a run that goes on needs them too. */
    default int remembered() {
        return stride() - 1;
    }

    /** Sets the rate of the updates that follow. */
    void rate(float rate);

    /** Sets the number of the step that the updates that follow belong to, counted from 0, for rules that ask. */
    default void step(long step) {}

    /** The bias. */
    float bias(float[] table);

    /** The weight of the row that begins there. */
    float weight(float[] table, int at);

    /** The sum of weights times values over the entries {@code from} to {@code to}. */
    float dot(float[] table, int[] features, float[] values, int from, int to);

    /**
     * Gives the row that begins there a weight, and lets it remember nothing; {@code bias} says that no penalty
     * applies.
     */
    default void set(float[] table, int at, float weight, boolean bias) {
        Arrays.fill(table, at, at + stride(), 0);
        table[at] = weight;
    }

    /** Moves the bias by its gradient. */
    void moveBias(float[] table, float gradient);

    /** Moves the row that begins there by its gradient, to which the penalties are added. */
    void move(float[] table, int at, float gradient);

    /**
     * Moves the rows of the entries {@code from} to {@code to}, whose gradients are {@code error} times their value.
     */
    void moveAll(float[] table, int[] features, float[] values, int from, int to, float error);

    /** Penalties on the weights: {@code l1 |w| + l2/2 |w|²}. */
    record Penalties(float l1, float l2) {

        /** Nearer to 0 by {@code by}, and not beyond it. */
        static float shrink(float weight, float by) {
            float left = Math.abs(weight) - by;
            return left > 0 ? Math.copySign(left, weight) : 0;
        }
    }
}
