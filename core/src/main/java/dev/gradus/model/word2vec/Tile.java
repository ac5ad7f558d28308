package dev.gradus.model.word2vec;

import java.util.Arrays;

/**
 * One small problem that a {@link TileKernel} solves: every <em>row</em> predicts by its product with every
 * <em>column</em> whether the column's label is 1 or 0, and counts with a weight. Rows lie in this tile's memory,
 * columns at home in the tables. No row and no column stands twice. Reused: owned by one thread.
 *
 * <p>For CBOW the rows are the neighbours, and <em>hidden</em> vectors, each a weighted sum of rows, predict instead.
 */
public final class Tile {

    /** Rows come in pairs and columns in eights, which is what a kernel holds in registers. */
    public static final int ROWS = 2;

    public static final int COLUMNS = 8;

    private static final float[] NONE = new float[0];

    private final int stride;
    private final float[] rows;
    private final int[] rowAt;
    private final float[] hidden;
    private final float[] shares;
    private final float[] scales;
    private final float[][] homes;
    private final int[] columnAt;
    private final float[] labels;
    private final float[] weights;
    private int rowCount;
    private int hiddenCount;
    private int columnCount;

    /** A tile of at most so many rows, hidden vectors (0: none) and columns, all of {@code stride} floats. */
    Tile(int rows, int hidden, int columns, int stride) {
        this.stride = stride;
        // One more, which is zero and fills the last pair.
        this.rows = new float[(rows + 1) * stride];
        this.rowAt = new int[padded(rows, ROWS)];
        this.hidden = new float[padded(hidden, ROWS) * stride];
        this.shares = new float[rows * hidden];
        this.scales = new float[hidden];
        int paddedColumns = padded(columns, COLUMNS);
        this.homes = new float[paddedColumns][];
        Arrays.fill(homes, NONE);
        this.columnAt = new int[paddedColumns];
        this.labels = new float[paddedColumns];
        this.weights = new float[padded(Math.max(rows, hidden), ROWS) * paddedColumns];
    }

    private static int padded(int count, int multiple) {
        return (count + multiple - 1) / multiple * multiple;
    }

    /** Forgets rows, columns and weights. */
    void clear() {
        rowCount = 0;
        hiddenCount = 0;
        columnCount = 0;
    }

    /** Adds the row that lies in a slot of this tile's memory. */
    int addRow(int slot) {
        rowAt[rowCount] = slot * stride;
        return rowCount++;
    }

    int addColumn(float[] home, int at, float label) {
        homes[columnCount] = home;
        columnAt[columnCount] = at;
        labels[columnCount] = label;
        return columnCount++;
    }

    /**
     * Ends the list of rows and columns: fills the last pair of rows, and sets all weights and shares to 0. With
     * {@code hidden} vectors those predict.
     */
    void shape(int hidden) {
        hiddenCount = hidden;
        if (rowCount % ROWS != 0) {
            rowAt[rowCount] = rows.length - stride;
        }
        Arrays.fill(labels, columnCount, columnBlocks() * COLUMNS, 0);
        Arrays.fill(weights, 0, predictorPairs() * columnBlocks() * ROWS * COLUMNS, 0);
        Arrays.fill(shares, 0, rowCount * hidden, 0);
    }

    /** Where pair (row, column) stands among the weights: blocks of 2 rows x 8 columns, row by row. */
    public int at(int row, int column) {
        int block = (row >> 1) * columnBlocks() + (column >> 3);
        return block * ROWS * COLUMNS + (row & 1) * COLUMNS + (column & 7);
    }

    public int stride() {
        return stride;
    }

    /** Memory of the rows, in slots of {@link #stride} floats. */
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

    /** How often row r counts in hidden vector h, at {@code r * hiddenCount + h}. */
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

    /** The array each column lies in. */
    public float[][] homes() {
        return homes;
    }

    /** Where it begins there. */
    public int[] columnAt() {
        return columnAt;
    }

    /** 1 or 0 for each column. */
    public float[] labels() {
        return labels;
    }

    /** By {@link #at}; 0 where a row and a column have nothing to do with each other, and in the padding. */
    public float[] weights() {
        return weights;
    }
}
