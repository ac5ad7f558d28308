package dev.gradus.model;

/** Merges copies of rows into a table: what has changed in a copy is added, and copy and base become the sum. */
@FunctionalInterface
public interface MergeLoop {

    /**
     * Merges {@code length} floats from {@code at} of the table and from {@code copyAt} of the copies and their base.
     */
    void merge(float[] table, int at, float[] copies, float[] base, int copyAt, int length);

    /** Plain loops. */
    static MergeLoop plain() {
        return (table, at, copies, base, copyAt, length) -> {
            if (at == copyAt) {
                // The JIT vectorises a loop over arrays only if all have the same index: a fifth of the time.
                for (int i = at; i < at + length; i++) {
                    float sum = table[i] + (copies[i] - base[i]);
                    table[i] = sum;
                    copies[i] = sum;
                    base[i] = sum;
                }
                return;
            }
            for (int i = 0; i < length; i++) {
                float sum = table[at + i] + (copies[copyAt + i] - base[copyAt + i]);
                table[at + i] = sum;
                copies[copyAt + i] = sum;
                base[copyAt + i] = sum;
            }
        };
    }
}
