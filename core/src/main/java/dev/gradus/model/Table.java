package dev.gradus.model;

/**
 * Rows of floats within a flat array: row {@code r} has {@code width} values from {@code offset + r * stride} on, and
 * what stands between rows is padding. Keeps the array, not a copy.
 */
public final class Table {

    private final String name;
    private final int rows;
    private final int width;
    private final int stride;
    private final float[] values;
    private final int offset;

    public Table(String name, int rows, int width, int stride, float[] values, int offset) {
        long end = rows == 0 ? offset : offset + (long) (rows - 1) * stride + width;
        if (rows < 0 || width < 1 || stride < width || offset < 0 || end > values.length) {
            throw new IllegalArgumentException("table does not fit its array: table=" + name + ", rows=" + rows
                    + ", width=" + width + ", stride=" + stride + ", offset=" + offset + ", length=" + values.length);
        }
        this.name = name;
        this.rows = rows;
        this.width = width;
        this.stride = stride;
        this.values = values;
        this.offset = offset;
    }

    /** Rows without padding that fill the array. */
    public static Table of(String name, int width, float[] values) {
        return new Table(name, values.length / width, width, width, values, 0);
    }

    public String name() {
        return name;
    }

    public int rows() {
        return rows;
    }

    /** Values of a row. */
    public int width() {
        return width;
    }

    /** The array that the rows are part of. */
    public float[] values() {
        return values;
    }

    /** Where a row starts in the array. */
    public int at(int row) {
        return offset + row * stride;
    }

    /** Copies all rows, without padding, to {@code into} from {@code to} on. */
    public void copyTo(float[] into, int to) {
        for (int row = 0; row < rows; row++) {
            System.arraycopy(values, at(row), into, to + row * width, width);
        }
    }
}
