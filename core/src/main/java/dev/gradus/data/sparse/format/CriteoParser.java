package dev.gradus.data.sparse.format;

import dev.gradus.data.sparse.SparseBlock;
import java.util.Arrays;

/**
 * Rows of the layout that Criteo published: label, 13 whole numbers, 26 categories of up to 8 hexadecimal digits, with
 * tabs between; any but the label may be missing, which leaves no entry. A feature is the hash of the number of its
 * column, from 1, and its category.
 *
 * <p>A whole number {@code x} is the category {@code floor(ln(x)^2)}, or {@code x} itself up to 2; or, with
 * {@code logs}, the column is a feature and its value is {@code ln(x + 2)}, where anything below −1 counts as −1.
 */
final class CriteoParser implements RowParser {

    private static final int INTEGERS = 13;
    private static final int COLUMNS = 39;
    private static final int MOST_DIGITS = 18;
    private static final int KNOWN = 1 << 12;

    /** By character: the value of a hexadecimal digit, or -1. */
    private static final byte[] DIGITS = digits();

    private final boolean logs;
    private final int mask;
    private final int seed;
    private final Decimal decimal = new Decimal();

    /** Of small numbers, which most are: the logarithm takes as long as all else. */
    private final int[] bins = new int[KNOWN];

    private final float[] values = new float[KNOWN];

    CriteoParser(boolean logs, int bits, int seed) {
        this.logs = logs;
        this.mask = (int) ((1L << bits) - 1);
        this.seed = seed;
        for (int x = 0; x < KNOWN; x++) {
            bins[x] = bin(x);
            values[x] = log(x);
        }
    }

    @Override
    public int parse(byte[] bytes, int from, SparseBlock into) throws BadRowException {
        if (bytes[Labels.skipBlanks(bytes, from)] == '\n') {
            return Labels.skipBlanks(bytes, from) + 1;
        }
        float label = Labels.of(decimal.read(bytes, from), bytes, from, decimal.end());
        int at = decimal.end();
        for (int column = 1; column <= COLUMNS; column++) {
            if (bytes[at] != '\t') {
                throw badEnd(bytes, at, column);
            }
            at = column <= INTEGERS ? integer(bytes, at + 1, column, into) : category(bytes, at + 1, column, into);
        }
        at += bytes[at] == '\r' ? 1 : 0;
        if (bytes[at] != '\n') {
            throw BadRowException.found("too many columns", bytes, at, "the end of the line after 40 columns");
        }
        into.endRow(label, 1);
        return at + 1;
    }

    @Override
    public long space() {
        return mask + 1L;
    }

    private int integer(byte[] bytes, int from, int column, SparseBlock into) throws BadRowException {
        if (ends(bytes[from])) {
            return from;
        }
        int first = bytes[from] == '-' ? from + 1 : from;
        int at = first;
        long number = 0;
        for (int digit; (digit = bytes[at] - '0') >= 0 && digit <= 9; at++) {
            number = number * 10 + digit;
        }
        if (at == first || at - first > MOST_DIGITS || !ends(bytes[at])) {
            throw BadRowException.found(
                    "bad number in column " + (column + 1),
                    bytes,
                    from,
                    "a whole number of up to 18 digits, or nothing");
        }
        long x = first > from ? -number : number;
        boolean known = x >= 0 && x < KNOWN;
        if (logs) {
            into.add(Murmur3.hash(column, 0, seed) & mask, known ? values[(int) x] : log(x));
        } else {
            into.add(Murmur3.hash(column, known ? bins[(int) x] : bin(x), seed) & mask, 1);
        }
        return at;
    }

    private int category(byte[] bytes, int from, int column, SparseBlock into) throws BadRowException {
        int at = from;
        int value = 0;
        for (int digit; (digit = DIGITS[bytes[at] & 0xFF]) >= 0; at++) {
            value = value << 4 | digit;
        }
        if (at - from > 8 || !ends(bytes[at])) {
            throw BadRowException.found(
                    "bad category in column " + (column + 1), bytes, from, "up to 8 hexadecimal digits, or nothing");
        }
        if (at > from) {
            into.add(Murmur3.hash(column, value, seed) & mask, 1);
        }
        return at;
    }

    private static boolean ends(byte next) {
        return next == '\t' || next == '\n' || next == '\r';
    }

    private static BadRowException badEnd(byte[] bytes, int at, int column) {
        return BadRowException.found(
                "too few columns", bytes, at, "a tab and 39 columns after the label, found " + (column - 1));
    }

    private static int bin(long x) {
        if (x > 2) {
            double log = Math.log((double) x);
            return (int) (log * log);
        }
        return (int) Math.max(x - 2, Integer.MIN_VALUE); // 0 and less, so that no other number is the same
    }

    private static float log(long x) {
        return (float) Math.log(Math.max(x, -1) + 2.0);
    }

    private static byte[] digits() {
        byte[] digits = new byte[256];
        Arrays.fill(digits, (byte) -1);
        for (int i = 0; i < 16; i++) {
            digits[Character.forDigit(i, 16)] = (byte) i;
            digits[Character.toUpperCase(Character.forDigit(i, 16))] = (byte) i;
        }
        return digits;
    }
}
