package dev.gradus.model.word2vec;

import java.util.Arrays;

/**
 * One small problem that a {@link TileKernel} solves: every <em>row</em> predicts by its product with every
 * <em>column</em> whether the column's label is 1 or 0, and counts with a weight. Rows lie in this tile's memory,
 * columns in the array of the tables. No row and no column stands twice. Reused: owned by one thread.
 *
 * <p>For CBOW the rows are the neighbours, and <em>hidden</em> vectors, each a weighted sum of rows, predict instead.
 * There a row may stand twice, and then takes the change of both.
 */
public final class Tile {

    /** Rows come in pairs and columns in eights, which is what a kernel holds in registers. */
    public static final int ROWS = 2;

    public static final int COLUMNS = 8;

    /** Hidden vectors come in pairs too. */
    public static final int HIDDEN = 2;

    /** Bytes after which the processor mistakes an address for another until it has looked closer. */
    private static final int ALIAS = 4096;

    /** How near two rows may come to that, in bytes: two registers. */
    private static final int NEAR = 128;

    private final int stride;
    private final int slotStride;
    private final float[] rows;
    private final int[] rowAt;
    private final int[] weightsAt;
    private final float[] hidden;
    private final float[] shares;
    private final float[] scales;
    private final int[] columnAt;
    private final float[] labels;
    private final float[] weights;
    private final int[] aheadAt;
    private float[] table = new float[0];
    private int aheadCount;
    private int rowCount;
    private int hiddenCount;
    private int columnCount;

    /** A tile of at most so many rows, hidden vectors (0: none) and columns, all of {@code stride} floats. */
    Tile(int rows, int hidden, int columns, int stride) {
        this.stride = stride;
        this.slotStride = slotStride(rows + 1, stride);
        // One more, which is zero and fills the last pair.
        this.rows = new float[(rows + 1) * slotStride];
        this.rowAt = new int[padded(rows, ROWS)];
        this.weightsAt = new int[rowAt.length];
        this.hidden = new float[padded(hidden, HIDDEN) * stride];
        this.shares = new float[padded(rows, ROWS) * padded(hidden, HIDDEN)];
        this.scales = new float[padded(hidden, HIDDEN)];
        int paddedColumns = padded(columns, COLUMNS);
        this.columnAt = new int[paddedColumns];
        this.labels = new float[ROWS * paddedColumns];
        this.weights = new float[padded(Math.max(rows, hidden), ROWS) * paddedColumns];
        this.aheadAt = new int[columns + rows];
    }

    /**
     * The distance of two slots: the least for which no two of them lie so that the processor takes a load from one for
     * a load of what was just stored to the other. A large tile has no such distance; then it is the stride.
     */
    private static int slotStride(int slots, int stride) {
        for (int distance = stride; distance <= stride + ALIAS / Float.BYTES; distance += NEAR / Float.BYTES / 2) {
            if (apart(slots, distance * Float.BYTES)) {
                return distance;
            }
        }
        return stride;
    }

    private static boolean apart(int slots, int bytes) {
        for (int slot = 1; slot < slots; slot++) {
            int beyond = (int) ((long) slot * bytes % ALIAS);
            if (beyond <= NEAR || beyond >= ALIAS - NEAR) {
                return false;
            }
        }
        return true;
    }

    private static int padded(int count, int multiple) {
        return (count + multiple - 1) / multiple * multiple;
    }

    /** Begins with no rows and no columns, which will lie in {@code table}. */
    void clear(float[] table) {
        this.table = table;
        rowCount = 0;
        hiddenCount = 0;
        columnCount = 0;
        aheadCount = 0;
    }

    /** Adds a column. All columns come before the first row. */
    int addColumn(int at, float label) {
        columnAt[columnCount] = at;
        int first = columnOffset(columnCount);
        labels[first] = label;
        labels[first + COLUMNS] = label;
        return columnCount++;
    }

    /** Adds the row that lies in a slot of this tile's memory; its weights are to be set. */
    int addUnweighted(int slot) {
        rowAt[rowCount] = slotAt(slot);
        return rowCount++;
    }

    /**
     * Adds the row that lies in a slot of this tile's memory to those that hidden vectors may share in; so far none.
     */
    void addShareless(int slot) {
        rowAt[rowCount] = slotAt(slot);
        int at = rowCount++ * hiddenStride();
        for (int end = at + hiddenStride(); at < end; at++) {
            shares[at] = 0;
        }
    }

    /** Adds the row that lies in a slot of this tile's memory, with weights and shares of 0. */
    int addRow(int slot) {
        int row = addUnweighted(slot);
        if (hiddenCount == 0) {
            clearWeights(row);
        } else {
            Arrays.fill(shares, row * hiddenStride(), (row + 1) * hiddenStride(), 0);
        }
        return row;
    }

    /** Lets that many hidden vectors predict, with weights of 0. Comes between columns and rows. */
    void addHidden(int count) {
        hiddenCount = count;
        for (int hidden = 0; hidden < count; hidden++) {
            clearWeights(hidden);
        }
        fillPair(count);
    }

    /** Ends the list of rows. */
    void close() {
        if (rowCount % ROWS != 0) {
            rowAt[rowCount] = rows.length - slotStride;
        }
        if (hiddenCount == 0) {
            fillPair(rowCount);
        }
    }

    private void fillPair(int count) {
        if (count % ROWS != 0) {
            clearWeights(count);
        }
    }

    private void clearWeights(int row) {
        int blocks = columnBlocks();
        int at = rowOffset(row);
        weightsAt[row] = at;
        for (int block = 0; block < blocks; block++, at += ROWS * COLUMNS) {
            Arrays.fill(weights, at, at + COLUMNS, 0);
        }
    }

    /** Makes the weights of a row {@code factor} times a number for each column, eights that are padded. */
    void setWeights(int row, float[] ofColumns, float factor) {
        int blocks = columnBlocks();
        int at = rowOffset(row);
        weightsAt[row] = at;
        for (int from = 0; from < blocks * COLUMNS; from += COLUMNS, at += ROWS * COLUMNS) {
            for (int i = 0; i < COLUMNS; i++) {
                weights[at + i] = factor * ofColumns[from + i];
            }
        }
    }

    /** Adds {@code factor} times a number for each column, eights that are padded, to the weights of a row. */
    void addWeights(int row, float[] ofColumns, float factor) {
        int blocks = columnBlocks();
        for (int block = 0; block < blocks; block++) {
            int at = weightsAt[row] + block * ROWS * COLUMNS;
            int from = block * COLUMNS;
            for (int i = 0; i < COLUMNS; i++) {
                weights[at + i] += factor * ofColumns[from + i];
            }
        }
    }

    /** Names a row of the table that will be needed soon. */
    void expect(int at) {
        aheadAt[aheadCount++] = at;
    }

    private int rowOffset(int row) {
        return (row >> 1) * columnBlocks() * ROWS * COLUMNS + (row & 1) * COLUMNS;
    }

    private static int columnOffset(int column) {
        return (column >> 3) * ROWS * COLUMNS + (column & 7);
    }

    /** Where pair (row, column) stands among the weights: blocks of 2 rows x 8 columns, row by row. */
    public int at(int row, int column) {
        return rowOffset(row) + columnOffset(column);
    }

    /** The same for a row that was added. */
    int weightAt(int row, int column) {
        return weightsAt[row] + columnOffset(column);
    }

    /** Where a slot begins in {@link #rows}. */
    int slotAt(int slot) {
        return slot * slotStride;
    }

    /** Where rows of the table begin that will be needed soon; the first {@link #aheadCount} count. */
    public int[] aheadAt() {
        return aheadAt;
    }

    public int aheadCount() {
        return aheadCount;
    }

    public int stride() {
        return stride;
    }

    /** Memory of the rows. */
    public float[] rows() {
        return rows;
    }

    /** Where each row begins in {@link #rows}; of an odd number the next is a row of zeros. */
    public int[] rowAt() {
        return rowAt;
    }

    public int rowCount() {
        return rowCount;
    }

    /** Memory of the hidden vectors, one behind the other. */
    public float[] hidden() {
        return hidden;
    }

    public int hiddenCount() {
        return hiddenCount;
    }

    /** The number of hidden vectors, padded. */
    public int hiddenStride() {
        return padded(hiddenCount, HIDDEN);
    }

    /** How often row r counts in hidden vector h, at {@code r * hiddenStride + h}. */
    public float[] shares() {
        return shares;
    }

    /** What the sum of each hidden vector is multiplied by. */
    public float[] scales() {
        return scales;
    }

    public int columnCount() {
        return columnCount;
    }

    public int columnBlocks() {
        return (columnCount + COLUMNS - 1) / COLUMNS;
    }

    /** Pairs of what predicts: rows, or hidden vectors where there are any. */
    public int predictorPairs() {
        return ((hiddenCount > 0 ? hiddenCount : rowCount) + ROWS - 1) / ROWS;
    }

    /** The array that all columns lie in. */
    public float[] table() {
        return table;
    }

    /** Where each column begins there; there is room for whole eights. */
    public int[] columnAt() {
        return columnAt;
    }

    /** 1 or 0 for each column, at {@code at(0, column)} and again at {@code at(1, column)}. */
    public float[] labels() {
        return labels;
    }

    /** By {@link #at}; 0 where a row and a column have nothing to do with each other, and in the padding. */
    public float[] weights() {
        return weights;
    }
}
