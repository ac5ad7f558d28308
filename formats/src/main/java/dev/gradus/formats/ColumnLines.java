package dev.gradus.formats;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;

/** Collects the fields of a line, and hands out the same line again for each. */
final class ColumnLines extends AbstractBaseCsvCallbackHandler<CsvLine> {

    /** A longer line is never in memory as a whole. */
    static final int MOST_BYTES = 1 << 24;

    private final CsvLine line = new CsvLine();
    private long bytes;

    /** The number of the line that was begun last, from 1. */
    long number() {
        return line.number();
    }

    /** Whether the line lacks fields because it is too long. */
    boolean isCut() {
        return bytes > MOST_BYTES;
    }

    @Override
    protected void handleBegin(long startingLineNumber) {
        line.begin(startingLineNumber);
        bytes = 0;
    }

    @Override
    protected void handleField(int fieldIndex, char[] buffer, int offset, int length, boolean quoted) {
        bytes += length + 1L; // with the separator, since empty fields take memory too
        if (!isCut()) {
            line.add(buffer, offset, length);
        }
    }

    @Override
    protected CsvLine buildRecord() {
        return line;
    }
}
