package dev.gradus.model.word2vec;

/** A table as others read it: row by row, without padding. */
public final class PlainTable {

    private final String name;
    private final int rows;
    private final int columns;
    private final float[] values;

    PlainTable(String name, int rows, int columns, float[] values) {
        this.name = name;
        this.rows = rows;
        this.columns = columns;
        this.values = values;
    }

    public String name() {
        return name;
    }

    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    /** Row after row; not a copy. */
    public float[] values() {
        return values;
    }
}
