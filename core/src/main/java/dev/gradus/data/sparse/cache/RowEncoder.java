package dev.gradus.data.sparse.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes rows as bytes, one behind the other. The parts of a row, in order:
 *
 * <ol>
 *   <li>head: {@code entries << 3 | valued << 2 | weighted << 1 | label}, seven bits a byte, the lowest first
 *   <li>weight, a float, if weighted
 *   <li>controls: a byte for every four entries, two bits each, the first entry in the lowest: bytes of its step − 1
 *   <li>steps: 1 to 4 bytes an entry, how far its feature is above the one before; or the feature itself
 *   <li>if valued: a bit an entry, set if its value is not 1; then these values, floats
 * </ol>
 *
 * All numbers are little-endian. With controls apart from steps, four entries are read without a branch.
 */
final class RowEncoder {

    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle FLOATS = MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);

    /** Bytes that must follow rows in their array, since steps are read four bytes at a time. */
    static final int SLACK = 4;

    static final int LABEL = 1;
    static final int WEIGHTED = 2;
    static final int VALUED = 4;
    static final int FLAG_BITS = 3;
    static final int MOST_ENTRIES = 1 << 26;

    private static final int HEAD_BYTES = 9;

    /** -1 if the feature before is subtracted, 0 if features are written as they are. */
    private final int carry;

    private byte[] bytes = new byte[1 << 16];
    private int end;

    /** With {@code rising}, features of a row must rise, and steps between them are written. */
    RowEncoder(boolean rising) {
        this.carry = rising ? -1 : 0;
    }

    byte[] bytes() {
        return bytes;
    }

    int end() {
        return end;
    }

    void clear() {
        end = 0;
    }

    void add(int[] features, float[] values, int from, int to, float label, float weight) {
        int count = to - from;
        if (count > MOST_ENTRIES || (label != 0 && label != 1)) {
            throw new IllegalArgumentException("no such row: entries=" + count + ", label=" + label);
        }
        reserve(HEAD_BYTES + 10 * count + SLACK);
        int flags = (label == 1 ? LABEL : 0) | (weight == 1 ? 0 : WEIGHTED) | (ones(values, from, to) ? 0 : VALUED);
        head(count << FLAG_BITS | flags);
        if (weight != 1) {
            FLOATS.set(bytes, end, weight);
            end += Float.BYTES;
        }
        steps(features, from, count);
        if ((flags & VALUED) != 0) {
            values(values, from, count);
        }
    }

    /** Adds an int, for what stands beside rows. */
    void addInt(int value) {
        reserve(Integer.BYTES);
        INTS.set(bytes, end, value);
        end += Integer.BYTES;
    }

    private void reserve(int more) {
        if (bytes.length - end < more) {
            bytes = Arrays.copyOf(bytes, Math.max(end + more, bytes.length + (bytes.length >> 1)));
        }
    }

    private void head(int value) {
        int left = value;
        while (left >= 0x80) {
            bytes[end++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[end++] = (byte) left;
    }

    private void steps(int[] features, int from, int count) {
        byte[] into = bytes;
        int control = end;
        int at = end + (count + 3) / 4;
        int before = 0;
        int whole = from + (count & -4);
        int i = from;
        for (; i < whole; i += 4) { // four entries a turn, as they share a control
            int first = features[i] - (before & carry);
            int second = features[i + 1] - (features[i] & carry);
            int third = features[i + 2] - (features[i + 1] & carry);
            int fourth = features[i + 3] - (features[i + 2] & carry);
            before = features[i + 3];
            int codes = code(first) | code(second) << 2 | code(third) << 4 | code(fourth) << 6;
            INTS.set(into, at, first);
            at += (codes & 3) + 1;
            INTS.set(into, at, second);
            at += (codes >> 2 & 3) + 1;
            INTS.set(into, at, third);
            at += (codes >> 4 & 3) + 1;
            INTS.set(into, at, fourth);
            at += (codes >> 6) + 1;
            into[control++] = (byte) codes;
        }
        if (i < from + count) {
            at = lastSteps(features, i, from + count, before, control, at);
        }
        end = at;
    }

    /** Writes up to three steps that share the last control, and returns the place after them. */
    private int lastSteps(int[] features, int from, int to, int before, int control, int place) {
        int at = place;
        int codes = 0;
        int last = before;
        for (int i = from; i < to; i++) {
            int step = features[i] - (last & carry);
            last = features[i];
            codes |= code(step) << (2 * (i - from));
            INTS.set(bytes, at, step);
            at += code(step) + 1;
        }
        bytes[control] = (byte) codes;
        return at;
    }

    /** Bytes that a step needs beyond one. */
    private static int code(int step) {
        return (31 - Integer.numberOfLeadingZeros(step | 1)) >>> 3;
    }

    private void values(float[] values, int from, int count) {
        byte[] into = bytes;
        int bits = end;
        int at = end + (count + 7) / 8;
        for (int i = 0; i < count; i += 8) {
            int others = 0;
            int first = from + i;
            int some = Math.min(count - i, 8);
            for (int k = 0; k < some; k++) {
                others |= (values[first + k] == 1 ? 0 : 1) << k;
            }
            into[bits++] = (byte) others;
            for (int left = others; left != 0; left &= left - 1) {
                FLOATS.set(into, at, values[first + Integer.numberOfTrailingZeros(left)]);
                at += Float.BYTES;
            }
        }
        end = at;
    }

    private static boolean ones(float[] values, int from, int to) {
        for (int i = from; i < to; i++) {
            if (values[i] != 1) {
                return false;
            }
        }
        return true;
    }
}
