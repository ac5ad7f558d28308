package dev.gradus.nn;

import dev.gradus.data.Slice;
import dev.gradus.math.CounterRandom;
import dev.gradus.nn.onednn.Pass;

/**
 * Writes which values of a pass are dropped: a function of the seed, the epoch, the step, the row of the shard, the
 * layer and the place in it. So it does not matter which rank computes a shard. Used by one thread.
 */
final class DropoutMasks {

    /** Tells these numbers from other uses of the same seed. */
    private static final long DROPOUT = 0x64726F70L;

    /** Values that one draw of 64 bits decides, by 16 bits each. */
    private static final int AT_ONCE = 4;

    private final long seed;
    private float[] factors = new float[0];

    DropoutMasks(long seed) {
        this.seed = seed;
    }

    void write(Pass pass, Slice slice) {
        for (Pass.Mask mask : pass.masks()) {
            factors = factors.length == mask.width() ? factors : new float[mask.width()];
            int place = 0;
            for (int run = 0; run < slice.runs(); run++) {
                for (int row = slice.from(run); row < slice.to(run); row++) {
                    draw(mask, CounterRandom.key(seed, DROPOUT, slice.epoch(), slice.step(), row, mask.layer()));
                    mask.factors().put(place * mask.width(), factors);
                    place++;
                }
            }
        }
    }

    private void draw(Pass.Mask mask, long key) {
        int threshold = (int) Math.round(mask.rate() * 65536);
        float kept = (float) (1 / (1 - mask.rate()));
        for (int i = 0; i < factors.length; i += AT_ONCE) {
            long bits = CounterRandom.bits(key, i);
            int end = Math.min(factors.length, i + AT_ONCE);
            for (int j = i; j < end; j++) {
                factors[j] = (bits & 0xFFFF) < threshold ? 0 : kept;
                bits >>>= 16;
            }
        }
    }
}
