package dev.gradus.model;

/** Merges copies of rows into a table: what has changed in a copy is added, and copy and base become the sum. */
@FunctionalInterface
public interface MergeLoop {

    /** Copies of rows, which begin at {@code at} of their array, and what they were when they were taken. */
    @SuppressWarnings("ArrayRecordComponent") // never compared; it only passes arrays on together
    record Copies(float[] values, int at, float[] base) {}

    /** Merges {@code length} floats of copies from {@code from} on into the table from {@code tableAt} on. */
    void merge(float[] table, int tableAt, Copies copies, int from, int length);

    /** Plain loops. */
    static MergeLoop plain() {
        return (table, tableAt, copies, from, length) -> {
            float[] values = copies.values;
            float[] base = copies.base;
            if (tableAt == from && copies.at == 0) {
                // The JIT vectorises a loop over arrays only if all have the same index: a fifth of the time.
                for (int i = from; i < from + length; i++) {
                    float sum = table[i] + (values[i] - base[i]);
                    table[i] = sum;
                    values[i] = sum;
                    base[i] = sum;
                }
                return;
            }
            int copyAt = copies.at + from;
            for (int i = 0; i < length; i++) {
                float sum = table[tableAt + i] + (values[copyAt + i] - base[from + i]);
                table[tableAt + i] = sum;
                values[copyAt + i] = sum;
                base[from + i] = sum;
            }
        };
    }
}
