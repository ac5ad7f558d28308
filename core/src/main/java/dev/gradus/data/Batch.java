package dev.gradus.data;

import java.util.List;

/**
 * One rank's part of a global batch: a slice for each of its virtual shards, which are {@code firstShard} and those
 * that follow. Reused by the reader: do not keep it past the step.
 */
public final class Batch {

    private final int firstShard;
    private final List<Slice> slices;
    private int globalSize;

    public Batch(int firstShard, List<Slice> slices) {
        this.firstShard = firstShard;
        this.slices = List.copyOf(slices);
    }

    public int firstShard() {
        return firstShard;
    }

    public List<Slice> slices() {
        return slices;
    }

    /** Rows of this rank; may be 0 while other ranks have some. */
    public int size() {
        int size = 0;
        for (Slice slice : slices) {
            size += slice.size();
        }
        return size;
    }

    /** Rows of all ranks. */
    public int globalSize() {
        return globalSize;
    }

    void globalSize(int rows) {
        globalSize = rows;
    }
}
