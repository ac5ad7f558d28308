package dev.gradus.simd;

import dev.gradus.model.MergeLoop;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Merges copies of rows by whole registers, which the JIT does not where copies and table begin at other places. */
final class VectorMergeLoop implements MergeLoop {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    @Override
    public void merge(float[] table, int tableAt, Copies copies, int from, int length) {
        float[] values = copies.values();
        float[] base = copies.base();
        int copyAt = copies.at() + from;
        int i = 0;
        for (; i + L <= length; i += L) {
            FloatVector change =
                    FloatVector.fromArray(S, values, copyAt + i).sub(FloatVector.fromArray(S, base, from + i));
            FloatVector sum = FloatVector.fromArray(S, table, tableAt + i).add(change);
            sum.intoArray(table, tableAt + i);
            sum.intoArray(values, copyAt + i);
            sum.intoArray(base, from + i);
        }
        for (; i < length; i++) {
            float sum = table[tableAt + i] + (values[copyAt + i] - base[from + i]);
            table[tableAt + i] = sum;
            values[copyAt + i] = sum;
            base[from + i] = sum;
        }
    }
}
