package dev.gradus.optim;

import java.util.List;

/**
 * Turns a mean gradient into new parameters, a range at a time, and owns what it remembers of earlier steps. Each
 * parameter is updated from its own gradient and state alone, so cutting a step into ranges changes no bit of it.
 */
public interface UpdateRule {

    /**
     * Applies the gradient to the parameters {@code from} to {@code to}. Every range of one step passes the same
     * {@code step}, counted from 0, and each parameter is covered once a step at most. Allocates nothing.
     */
    void update(float[] parameters, float[] gradient, int from, int to, double rate, long step);

    /**
     * The memory itself, not a copy: flat arrays as long as the parameters, always in the same order. Checkpoints store
     * them, and restore by writing into them.
     */
    List<float[]> state();
}
