package dev.gradus.data.sparse.format;

import dev.gradus.data.sparse.SparseBlock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Rows {@code label index:value index:value ... # comment} with rising indices. The index is the feature.
 *
 * <p>Up to eight digits of an index, and up to seven of a value, are read at once, as the bytes of a long. What almost
 * all entries are, such an index with the value 1 or a short decimal and a blank behind it, is read in one loop; all
 * else, which includes all that is wrong, entry by entry in methods of their own.
 */
final class LibsvmParser implements RowParser {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** Features are less than 2^31, and so must be how many there are. */
    private static final int MOST_INDEX = Integer.MAX_VALUE - 1;

    private static final long ZEROS = 0x3030303030303030L;
    private static final int POINT = '.' ^ '0';

    private static final int THREE_BYTES = 0xFFFFFF;
    private static final int MINUS_ONE = '-' | '1' << 8 | ' ' << 16;
    private static final int PLUS_ONE = '+' | '1' << 8 | ' ' << 16;
    private static final int VALUE_ONE = ':' | '1' << 8 | ' ' << 16;
    private static final int LAST_ONE = ':' | '1' << 8 | '\n' << 16;

    /** Powers of ten; what has up to seven digits becomes the same float by these as by a division. */
    private static final double[] FRACTIONS = {1e0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7};

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
        int head = (int) INTS.get(bytes, from) & THREE_BYTES;
        if (head != MINUS_ONE && head != PLUS_ONE) {
            return otherLine(bytes, from, into);
        }
        int at = entries(bytes, from + 3, into);
        into.endRow(head == PLUS_ONE ? 1 : 0, 1);
        return bytes[at] == '\n' ? at + 1 : lineEnd(bytes, at);
    }

    /** Reads a line whose label is written otherwise, or that has no row. */
    private int otherLine(byte[] bytes, int from, SparseBlock into) throws BadRowException {
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
            long unit = (long) LONGS.get(bytes, at) ^ ZEROS;
            int digitBits = digitBits(unit);
            int end = at + (digitBits >>> 3);
            int index = (int) number(unit, digitBits);
            int tail = (int) INTS.get(bytes, end);
            if (digitBits > 0 && index > before && count < features.length) {
                features[count] = index;
                if ((tail & THREE_BYTES) == VALUE_ONE) {
                    values[count++] = 1;
                    before = index;
                    at = end + 3;
                    continue;
                }
                if ((tail & THREE_BYTES) == LAST_ONE) {
                    values[count++] = 1;
                    largest = Math.max(largest, index);
                    into.filledOpenRow(count);
                    return end + 2;
                }
                int stop = (byte) tail == ':' ? shortDecimal(bytes, end + 1) : -1;
                if (stop >= 0 && bytes[stop] == ' ') {
                    values[count++] = (float) number;
                    before = index;
                    at = stop + 1;
                    continue;
                }
            }
            into.filledOpenRow(count);
            at = entry(bytes, at, before, into);
            if (into.entries() == count) { // no more
                largest = Math.max(largest, before);
                return at;
            }
            features = into.features();
            values = into.values();
            before = features[count++];
        }
    }

    /**
     * Adds any entry whose index is more than {@code before} and returns the place after it; or none, and returns the
     * place of the end of the line or of a comment.
     */
    private int entry(byte[] bytes, int from, int before, SparseBlock into) throws BadRowException {
        int at = Labels.skipBlanks(bytes, from);
        if (bytes[at] == '\n' || bytes[at] == '#') {
            return at;
        }
        long read = index(bytes, at);
        int end = (int) read;
        int index = (int) (read >> 32);
        if (bytes[end] != ':' || index <= before) {
            throw badIndex(bytes, at, index, before);
        }
        at = value(bytes, end + 1);
        into.add(index, (float) number);
        return at;
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
     * Reads digits with a point in between, all within eight bytes, as a double that is nearest to them as a float;
     * returns the place after them, or -1 if it is another number or none.
     */
    private int shortDecimal(byte[] bytes, int from) {
        long unit = (long) LONGS.get(bytes, from) ^ ZEROS;
        long others = others(unit);
        int whole = Long.numberOfTrailingZeros(others) & -Byte.SIZE;
        int end = Long.numberOfTrailingZeros(others & (others - 1)) & -Byte.SIZE;
        int digits = end - Byte.SIZE;
        if (whole == 0 || end >= Long.SIZE || whole == digits || (byte) (unit >>> whole) != POINT) {
            return -1;
        }
        byte next = (byte) (unit >>> end ^ '0');
        if ((next | 0x20) == 'e') {
            return -1;
        }
        // The point is taken out; what stands behind the digits is shifted out by number().
        long above = -1L << whole;
        long all = (unit & ~above) | (unit >>> Byte.SIZE & above);
        number = number(all, digits) * FRACTIONS[(digits - whole) >>> 3 & 7];
        return from + (end >>> 3);
    }

    /** Reads an index: itself in the upper half, -1 if it is none, and the place after it in the lower. */
    private static long index(byte[] bytes, int from) {
        long unit = (long) LONGS.get(bytes, from) ^ ZEROS;
        int digitBits = digitBits(unit);
        if (digitBits == 0) {
            return -1L << 32 | from;
        }
        int end = from + (digitBits >>> 3);
        return bytes[end] == ':' ? number(unit, digitBits) << 32 | end : longIndex(bytes, from);
    }

    private static long longIndex(byte[] bytes, int from) {
        int at = from;
        long value = 0;
        while (bytes[at] >= '0' && bytes[at] <= '9' && value <= MOST_INDEX) {
            value = value * 10 + bytes[at++] - '0';
        }
        return (value > MOST_INDEX ? -1 : value) << 32 | at;
    }

    /** The highest bit of every byte that is more than 9, right up to the first of them. */
    private static long others(long unit) {
        return ((unit + 0x7676767676767676L) | unit) & 0x8080808080808080L;
    }

    /** How many of the first bytes are digits, in bits. */
    private static int digitBits(long unit) {
        return Long.numberOfTrailingZeros(others(unit)) & -Byte.SIZE;
    }

    /** The number of 1 to 8 digits, the first in the lowest byte: pairs, then pairs of pairs, then both halves. */
    private static long number(long unit, int digitBits) {
        long all = unit << -digitBits; // which is by 64 less these
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
