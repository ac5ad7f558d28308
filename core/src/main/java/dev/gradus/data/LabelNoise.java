package dev.gradus.data;

import dev.gradus.math.CounterRandom;

/** Replaces a share of the labels by a wrong one, each row by its own number. */
record LabelNoise(double share, int classes, long key) {

    int apply(int label, long row) {
        if (share == 0 || CounterRandom.uniform(key, 2 * row) >= share) {
            return label;
        }
        return (label + 1 + CounterRandom.below(classes - 1, key, 2 * row + 1)) % classes;
    }
}
