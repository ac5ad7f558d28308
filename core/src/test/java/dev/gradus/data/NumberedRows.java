package dev.gradus.data;

import java.util.BitSet;

/** Rows that carry their own number, and note which of them were read and whether any was read twice. */
final class NumberedRows implements RowSource {

    private final long rows;
    private final BitSet read = new BitSet();
    private boolean twice;

    NumberedRows(long rows) {
        this.rows = rows;
    }

    @Override
    public Shape shape() {
        return new Shape(1, 2);
    }

    @Override
    public long rows() {
        return rows;
    }

    @Override
    public void read(long from, long to, RowSink sink) throws DataException {
        for (long row = from; row < to; row++) {
            twice |= read.get((int) row);
            read.set((int) row);
            sink.row(new float[] {row}, (int) (row % 2));
        }
    }

    BitSet read() {
        return read;
    }

    boolean readTwice() {
        return twice;
    }
}
