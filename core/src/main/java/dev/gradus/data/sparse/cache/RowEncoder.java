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
 *   <li>controls: a byte for every four entries, two bits each, the first entry in the lowest: bytes of its feature − 1
 *   <li>features: 1 to 4 bytes an entry
 *   <li>if valued: a bit an entry, set if its value is not 1; then these values, floats
 * </ol>
 *
 * All numbers are little-endian. With controls apart from features, four entries are read without a branch.
 */
final class RowEncoder {

    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle FLOATS = MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);

    /** Bytes that must follow rows in their array, since features are read four bytes at a time. */
    static final int SLACK = 4;

    static final int LABEL = 1;
    static final int WEIGHTED = 2;
    static final int VALUED = 4;
    static final int FLAG_BITS = 3;
    static final int MOST_ENTRIES = 1 << 26;

    private static final int HEAD_BYTES = 9;
    private static final int ONE_BITS = Float.floatToRawIntBits(1f);

    private byte[] bytes = new byte[1 << 16];
    private int end;

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
        features(features, from, count);
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

    private void features(int[] features, int from, int count) {
        byte[] into = bytes;
        int control = end;
        int at = end + (count + 3) / 4;
        int whole = from + (count & -4);
        int i = from;
        for (; i < whole; i += 4) { // four entries a turn, as they share a control
            int first = features[i];
            int second = features[i + 1];
            int third = features[i + 2];
            int fourth = features[i + 3];
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
            at = lastFeatures(features, i, from + count, control, at);
        }
        end = at;
    }

    /** Writes up to three features that share the last control, and returns the place after them. */
    private int lastFeatures(int[] features, int from, int to, int control, int place) {
        int at = place;
        int codes = 0;
        for (int i = from; i < to; i++) {
            codes |= code(features[i]) << (2 * (i - from));
            INTS.set(bytes, at, features[i]);
            at += code(features[i]) + 1;
        }
        bytes[control] = (byte) codes;
        return at;
    }

    /** Bytes that a feature needs beyond one. */
    private static int code(int feature) {
        return (31 - Integer.numberOfLeadingZeros(feature | 1)) >>> 3;
    }

    private void values(float[] values, int from, int count) {
        byte[] into = bytes;
        int bits = end;
        int at = end + (count + 7) / 8;
        for (int i = 0; i < count; i += 8) {
            int first = from + i;
            int others = count - i >= 8 ? others(values, first) : others(values, first, count - i);
            into[bits++] = (byte) others;
            for (int left = others; left != 0; left &= left - 1) {
                FLOATS.set(into, at, values[first + Integer.numberOfTrailingZeros(left)]);
                at += Float.BYTES;
            }
        }
        end = at;
    }

    /** A bit for each of eight values, set if it is not 1: by a turn for all of them, as it is for most rows. */
    private static int others(float[] values, int from) {
        return other(values[from])
                | other(values[from + 1]) << 1
                | other(values[from + 2]) << 2
                | other(values[from + 3]) << 3
                | other(values[from + 4]) << 4
                | other(values[from + 5]) << 5
                | other(values[from + 6]) << 6
                | other(values[from + 7]) << 7;
    }

    private static int others(float[] values, int from, int count) {
        int others = 0;
        for (int k = 0; k < count; k++) {
            others |= other(values[from + k]) << k;
        }
        return others;
    }

    /** 0 for 1, else 1, without a branch. */
    private static int other(float value) {
        int bits = Float.floatToRawIntBits(value) ^ ONE_BITS;
        return (bits | -bits) >>> 31;
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
