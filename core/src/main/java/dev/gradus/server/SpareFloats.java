package dev.gradus.server;

import java.util.ArrayList;
import java.util.List;

/** Arrays that are used again: a new one is zeroed and lies in no cache. Guarded by the lock of its link. */
final class SpareFloats {

    private static final int MOST_ARRAYS = 16;

    /** Longer ones are left to the collector: 1 MiB. */
    private static final int MOST_FLOATS = 1 << 18;

    private final List<float[]> arrays = new ArrayList<>();

    /** An array of at least that length, with anything in it. */
    float[] take(int length) {
        for (int i = arrays.size() - 1; i >= 0; i--) {
            if (arrays.get(i).length >= length) {
                return arrays.remove(i);
            }
        }
        return new float[length];
    }

    /** Takes back an array that nobody uses any more. The oldest of too many is dropped, so that lengths may change. */
    void give(float[] array) {
        if (array.length > MOST_FLOATS) {
            return;
        }
        if (arrays.size() == MOST_ARRAYS) {
            arrays.remove(0);
        }
        arrays.add(array);
    }
}
