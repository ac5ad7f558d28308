package dev.gradus.data.image;

import dev.gradus.math.CounterRandom;

/**
 * How images are varied in training, anew in every epoch: moved by up to {@value #PADDING} pixels up or down and left
 * or right, with black coming in at the edge, and mirrored left to right in half of all cases. What happens to an image
 * is a function of the seed, the epoch and its number in the whole set, so it does not depend on ranks.
 */
public record Augmentation(boolean crop, boolean flip, long seed) {

    /** As torchvision and most papers do it for images of 32 pixels. */
    static final int PADDING = 4;

    /** Tells these numbers from other uses of the same seed. */
    private static final long VARY = 0x76617279L;

    static Augmentation none() {
        return new Augmentation(false, false, 0);
    }

    boolean any() {
        return crop || flip;
    }

    /** The key of one image in one epoch, from which the three numbers below are drawn. */
    long key(int epoch, long row) {
        return CounterRandom.bits(CounterRandom.bits(seed ^ VARY, epoch), row);
    }

    /** How many lines further down each line is taken from. */
    int lines(long key) {
        return crop ? CounterRandom.below(2 * PADDING + 1, key, 0) - PADDING : 0;
    }

    /** How many columns further right each column is taken from. */
    int columns(long key) {
        return crop ? CounterRandom.below(2 * PADDING + 1, key, 1) - PADDING : 0;
    }

    boolean mirrored(long key) {
        return flip && CounterRandom.bits(key, 2) < 0;
    }
}
