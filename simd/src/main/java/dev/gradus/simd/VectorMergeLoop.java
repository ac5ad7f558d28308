package dev.gradus.simd;

import dev.gradus.model.MergeLoop;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Merges copies of rows by whole registers, which the JIT does not where copies and table begin at other places. */
final class VectorMergeLoop implements MergeLoop {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    @Override
    public void merge(float[] table, int at, float[] copies, float[] base, int copyAt, int length) {
        int i = 0;
        for (; i + L <= length; i += L) {
            FloatVector change =
                    FloatVector.fromArray(S, copies, copyAt + i).sub(FloatVector.fromArray(S, base, copyAt + i));
            FloatVector sum = FloatVector.fromArray(S, table, at + i).add(change);
            sum.intoArray(table, at + i);
            sum.intoArray(copies, copyAt + i);
            sum.intoArray(base, copyAt + i);
        }
        for (; i < length; i++) {
            float sum = table[at + i] + (copies[copyAt + i] - base[copyAt + i]);
            table[at + i] = sum;
            copies[copyAt + i] = sum;
            base[copyAt + i] = sum;
        }
    }
}
