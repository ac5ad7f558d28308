package dev.gradus.data.sparse.format;

import dev.gradus.data.sparse.SparseBlock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Rows {@code label index:value index:value ... # comment} with rising indices. The index is the feature.
 *
 * <p>Up to eight digits of an index, and up to seven of a value, are read at once, as the bytes of a long.
 */
final class LibsvmParser implements RowParser {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Features are less than 2^31, and so must be how many there are. */
    private static final int MOST_INDEX = Integer.MAX_VALUE - 1;

    private static final int UNIT_DIGITS = 8;
    private static final long ZEROS = 0x3030303030303030L;

    private final int firstIndex;
    private final Decimal decimal = new Decimal();
    private int largest;

    /** The value that was read last. */
    private double number;

    LibsvmParser(int firstIndex) {
        this.firstIndex = firstIndex;
    }

    @Override
    public int parse(byte[] bytes, int from, SparseBlock into) throws BadRowException {
        int at = Labels.skipBlanks(bytes, from);
        if (bytes[at] == '\n' || bytes[at] == '#') {
            return lineEnd(bytes, at);
        }
        float label = Labels.of(decimal.read(bytes, at), bytes, at, decimal.end());
        at = entries(bytes, decimal.end(), into);
        into.endRow(label, 1);
        return bytes[at] == '\n' ? at + 1 : lineEnd(bytes, at);
    }

    @Override
    public long space() {
        return largest + 1L;
    }

    /** Adds the entries up to the end of the line or a comment and returns its place. */
    private int entries(byte[] bytes, int from, SparseBlock into) throws BadRowException {
        int at = from;
        int before = firstIndex - 1;
        int[] features = into.features();
        float[] values = into.values();
        int count = into.entries();
        while (true) {
            byte next = bytes[at];
            if (next == ' ' || next == '\t' || next == '\r') {
                at++;
                continue;
            }
            if (next == '\n' || next == '#') {
                largest = Math.max(largest, before);
                into.filledOpenRow(count);
                return at;
            }
            long read = index(bytes, at);
            int end = (int) read;
            int index = (int) (read >> 32);
            if (bytes[end] != ':' || index <= before) {
                throw badIndex(bytes, at, index, before);
            }
            before = index;
            if (count == features.length) {
                into.filledOpenRow(count);
                into.reserve(0, 1);
                features = into.features();
                values = into.values();
            }
            features[count] = index;
            byte after = bytes[end + 2];
            if (bytes[end + 1] == '1' && (after == ' ' || after == '\n')) {
                values[count++] = 1;
                at = end + 2;
            } else {
                at = value(bytes, end + 1);
                values[count++] = (float) number;
            }
        }
    }

    /** Reads a value and returns the place after it. */
    private int value(byte[] bytes, int from) throws BadRowException {
        int end = shortDecimal(bytes, from);
        if (end < 0) {
            number = decimal.read(bytes, from);
            end = decimal.end();
        }
        boolean ends = bytes[end] == ' ' || bytes[end] == '\n' || bytes[end] == '\t' || bytes[end] == '\r';
        if (!ends || !Float.isFinite((float) number)) {
            throw BadRowException.found("bad value", bytes, from, "a finite number");
        }
        return end;
    }

    /**
     * Reads digits with a point in between, all within eight bytes, as the double nearest to them; returns the place
     * after them, or -1 if it is another number or none.
     */
    private int shortDecimal(byte[] bytes, int from) {
        long unit = (long) LONGS.get(bytes, from) ^ ZEROS;
        int whole = digitsOf(unit);
        if (whole == 0 || whole >= UNIT_DIGITS - 1 || bytes[from + whole] != '.') {
            return -1;
        }
        int rest = UNIT_DIGITS - 1 - whole;
        long fraction = unit >>> ((whole + 1) * Byte.SIZE);
        int decimals = digitsOf(fraction | -1L << (rest * Byte.SIZE));
        int end = from + whole + 1 + decimals;
        if (decimals == rest || (bytes[end] | 0x20) == 'e') {
            return -1;
        }
        // The point is taken out; what stands behind the digits is shifted out by number().
        long digits = (unit & ~(-1L << (whole * Byte.SIZE))) | fraction << (whole * Byte.SIZE);
        number = number(digits, whole + decimals) / Decimal.POWERS[decimals];
        return end;
    }

    /** Reads an index: itself in the upper half, -1 if it is none, and the place after it in the lower. */
    private static long index(byte[] bytes, int from) {
        long unit = (long) LONGS.get(bytes, from) ^ ZEROS;
        int digits = digitsOf(unit);
        if (digits == 0) {
            return -1L << 32 | from;
        }
        // Asked for the colon rather than for eight digits, which are as frequent as fewer: this is foreseen.
        return bytes[from + digits] == ':' ? number(unit, digits) << 32 | (from + digits) : longIndex(bytes, from);
    }

    private static long longIndex(byte[] bytes, int from) {
        int at = from;
        long value = 0;
        while (bytes[at] >= '0' && bytes[at] <= '9' && value <= MOST_INDEX) {
            value = value * 10 + bytes[at++] - '0';
        }
        return (value > MOST_INDEX ? -1 : value) << 32 | at;
    }

    /** How many of the first bytes are digits. */
    private static int digitsOf(long unit) {
        // The highest bit of every byte that is more than 9, up to the first of them.
        long others = ((unit + 0x7676767676767676L) | unit) & 0x8080808080808080L;
        return Long.numberOfTrailingZeros(others) >>> 3;
    }

    /** The number of 1 to 8 digits, the first in the lowest byte: pairs, then pairs of pairs, then both halves. */
    private static long number(long unit, int digits) {
        long all = unit << ((UNIT_DIGITS - digits) * Byte.SIZE);
        long pairs = all * 10 + (all >>> 8);
        long high = (pairs & 0x000000FF000000FFL) * 0x000F424000000064L;
        long low = ((pairs >>> 16) & 0x000000FF000000FFL) * 0x0000271000000001L;
        return (high + low) >>> 32;
    }

    private BadRowException badIndex(byte[] bytes, int from, int index, int before) {
        if (index == 0 && firstIndex > 0) {
            return BadRowException.found(
                    "bad index", bytes, from, "an index of at least 1; write data.firstIndex: 0 if they begin with 0");
        }
        if (index >= 0 && index <= before) {
            return BadRowException.found(
                    index == before ? "index is repeated" : "index out of order",
                    bytes,
                    from,
                    "an index of more than " + before);
        }
        return BadRowException.found(
                "bad entry", bytes, from, "index:value with an index of " + firstIndex + " to " + MOST_INDEX);
    }

    private static int lineEnd(byte[] bytes, int from) {
        int at = from;
        while (bytes[at] != '\n') {
            at++;
        }
        return at + 1;
    }
}
