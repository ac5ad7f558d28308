package dev.gradus.formats;

import java.util.Arrays;

/** The fields of one line of a CSV file. Reused for the next line: do not keep it. */
final class CsvLine {

    private char[] chars = new char[256];
    private int[] ends = new int[32];
    private int columns;
    private long number;

    /** The line's number in the file, from 1. */
    long number() {
        return number;
    }

    int columns() {
        return columns;
    }

    String text(int column) {
        return new String(chars, from(column), ends[column] - from(column));
    }

    /** The field as a float; NaN and infinities included. */
    float number(int column) {
        return FloatText.parse(chars, from(column), ends[column]);
    }

    int length(int column) {
        return ends[column] - from(column);
    }

    /** Whether the field has nothing but blanks. */
    boolean isBlank(int column) {
        for (int at = from(column); at < ends[column]; at++) {
            if (chars[at] > ' ') {
                return false;
            }
        }
        return true;
    }

    /** Copies the lower halves of the characters of a field, for lines that have one for each byte. */
    void bytes(int column, byte[] into) {
        int from = from(column);
        for (int i = 0; i < ends[column] - from; i++) {
            into[i] = (byte) chars[from + i];
        }
    }

    void begin(long lineNumber) {
        number = lineNumber;
        columns = 0;
    }

    void add(char[] source, int offset, int length) {
        int from = from(columns);
        if (columns == ends.length) {
            ends = Arrays.copyOf(ends, 2 * ends.length);
        }
        if (from + length > chars.length) {
            chars = Arrays.copyOf(chars, Math.max(2 * chars.length, from + length));
        }
        System.arraycopy(source, offset, chars, from, length);
        ends[columns++] = from + length;
    }

    private int from(int column) {
        return column == 0 ? 0 : ends[column - 1];
    }
}
