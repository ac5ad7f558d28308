package dev.gradus.data.sparse.format;

import dev.gradus.data.sparse.SparseBlock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Rows {@code label index:value index:value ... # comment} with rising indices. The index is the feature.
 *
 * <p>Up to eight digits of an index are read at once, as the bytes of a long.
 */
final class LibsvmParser implements RowParser {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Features are less than 2^31, and so must be how many there are. */
    private static final int MOST_INDEX = Integer.MAX_VALUE - 1;

    private static final int UNIT_DIGITS = 8;

    private final int firstIndex;
    private final Decimal decimal = new Decimal();
    private int largest;
    private int index;

    LibsvmParser(int firstIndex) {
        this.firstIndex = firstIndex;
    }

    @Override
    public int parse(byte[] bytes, int from, SparseBlock into) throws BadRowException {
        int at = Labels.skipBlanks(bytes, from);
        if (bytes[at] == '\n' || bytes[at] == '#') {
            return lineEnd(bytes, at);
        }
        double number = decimal.read(bytes, at);
        float label = Labels.of(number, bytes, at, decimal.end());
        at = decimal.end();
        index = firstIndex - 1;
        while (true) {
            byte next = bytes[at];
            if (next == ' ' || next == '\t' || next == '\r') {
                at++;
            } else if (next == '\n' || next == '#') {
                break;
            } else {
                at = entry(bytes, at, into);
            }
        }
        largest = Math.max(largest, index);
        into.endRow(label, 1);
        return lineEnd(bytes, at);
    }

    @Override
    public long space() {
        return largest + 1L;
    }

    /** Adds an entry and returns the place after it. */
    private int entry(byte[] bytes, int from, SparseBlock into) throws BadRowException {
        int before = index;
        int at = index(bytes, from);
        if (bytes[at] != ':' || index <= before) {
            throw badIndex(bytes, from, at, before);
        }
        at++;
        int after = bytes[at + 1];
        if (bytes[at] == '1' && (after == ' ' || after == '\n')) {
            into.add(index, 1);
            return at + 1;
        }
        float value = (float) decimal.read(bytes, at);
        int end = decimal.end();
        boolean ends = bytes[end] == ' ' || bytes[end] == '\n' || bytes[end] == '\t' || bytes[end] == '\r';
        if (!ends || !Float.isFinite(value)) {
            throw BadRowException.found("bad value", bytes, at, "a finite number");
        }
        into.add(index, value);
        return end;
    }

    /** Reads an index and returns the place after it; an index that is none is less than any. */
    private int index(byte[] bytes, int from) {
        long unit = (long) LONGS.get(bytes, from) ^ 0x3030303030303030L;
        // The highest bit of every byte that is more than 9, up to the first of them.
        long others = ((unit + 0x7676767676767676L) | unit) & 0x8080808080808080L;
        int digits = Long.numberOfTrailingZeros(others) >>> 3;
        if (digits == 0) {
            index = -1;
            return from;
        }
        long value = digits(unit << ((UNIT_DIGITS - digits) * Byte.SIZE));
        int at = from + digits;
        if (digits == UNIT_DIGITS) {
            while (bytes[at] >= '0' && bytes[at] <= '9' && value <= MOST_INDEX) {
                value = value * 10 + bytes[at++] - '0';
            }
        }
        index = value > MOST_INDEX ? -1 : (int) value;
        return at;
    }

    /** The number of eight digits, the first in the lowest byte: pairs, then pairs of pairs, then both halves. */
    private static long digits(long unit) {
        long pairs = unit * 10 + (unit >>> 8);
        long high = (pairs & 0x000000FF000000FFL) * 0x000F424000000064L;
        long low = ((pairs >>> 16) & 0x000000FF000000FFL) * 0x0000271000000001L;
        return (high + low) >>> 32;
    }

    private BadRowException badIndex(byte[] bytes, int from, int end, int before) {
        if (bytes[end] == ':' && index == 0 && firstIndex > 0) {
            return BadRowException.found(
                    "bad index", bytes, from, "an index of at least 1; write data.firstIndex: 0 if they begin with 0");
        }
        if (bytes[end] == ':' && index >= 0) {
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
