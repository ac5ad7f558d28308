package dev.gradus.data.sparse;

import java.util.Arrays;

/**
 * Sparse rows that are learnt from as one unit: for each row a label, a weight, and its features with their values.
 * Grows as rows are added and keeps its memory when it is cleared. Reused: do not keep it past the step.
 */
public final class SparseBlock {

    /**
     * In rows of a set, whose features are places, frequent ones first, those less than this stand before the others:
     * weights of these stay in a core's caches, so that learners treat them otherwise.
     */
    public static final int FREQUENT = 16_384;

    private static final int FIRST_ROWS = 64;
    private static final int FIRST_ENTRIES = 4096;

    private int[] starts = new int[FIRST_ROWS + 1];
    private float[] labels = new float[FIRST_ROWS];
    private float[] weights = new float[FIRST_ROWS];
    private int[] features = new int[FIRST_ENTRIES];
    private float[] values = new float[FIRST_ENTRIES];
    private int rows;
    private int end;

    public void clear() {
        rows = 0;
        end = 0;
    }

    /** Adds an entry to the row that the next {@link #endRow} ends. */
    public void add(int feature, float value) {
        if (end == features.length) {
            growEntries(end + 1);
        }
        features[end] = feature;
        values[end] = value;
        end++;
    }

    /** Ends a row. Its label is 0 or 1, and it counts as often as its weight says. */
    public void endRow(float label, float weight) {
        if (rows == labels.length) {
            growRows(rows + 1);
        }
        labels[rows] = label;
        weights[rows] = weight;
        rows++;
        starts[rows] = end;
    }

    /** Forgets the entries that were added since the last row ended. */
    public void dropOpenRow() {
        end = starts[rows];
    }

    /** Makes room for so many more, so that whoever fills the arrays by itself need not look. */
    public void reserve(int moreRows, int moreEntries) {
        if (rows + moreRows > labels.length) {
            growRows(rows + moreRows);
        }
        if (end + moreEntries > features.length) {
            growEntries(end + moreEntries);
        }
    }

    /** Says how many rows and entries there are now, after the arrays were filled from outside. */
    public void filled(int rows, int entries) {
        if (rows > labels.length || entries > features.length || starts[rows] != entries) {
            throw new IllegalArgumentException("block was filled wrongly: rows=" + rows + ", entries=" + entries);
        }
        this.rows = rows;
        this.end = entries;
    }

    /** Says where the entries of the open row end, after the arrays were filled from outside. */
    public void filledOpenRow(int entries) {
        if (entries < starts[rows] || entries > features.length) {
            throw new IllegalArgumentException("row was filled wrongly: entries=" + entries);
        }
        this.end = entries;
    }

    private void growRows(int needed) {
        int capacity = Math.max(needed, labels.length + (labels.length >> 1));
        labels = Arrays.copyOf(labels, capacity);
        weights = Arrays.copyOf(weights, capacity);
        starts = Arrays.copyOf(starts, capacity + 1);
    }

    private void growEntries(int needed) {
        int capacity = Math.max(needed, features.length + (features.length >> 1));
        features = Arrays.copyOf(features, capacity);
        values = Arrays.copyOf(values, capacity);
    }

    public int rows() {
        return rows;
    }

    /** All entries, those of a row that has not ended included. */
    public int entries() {
        return end;
    }

    /** Where the entries of each row begin; and behind them, where the last row's end. */
    public int[] starts() {
        return starts;
    }

    /** 0 or 1 for each row. */
    public float[] labels() {
        return labels;
    }

    /** How often each row counts. */
    public float[] weights() {
        return weights;
    }

    /** The features of all rows, one row after the other. */
    public int[] features() {
        return features;
    }

    /** Their values. */
    public float[] values() {
        return values;
    }
}
