package dev.gradus.data.sparse.cache;

import static dev.gradus.data.sparse.cache.RowEncoder.FLAG_BITS;
import static dev.gradus.data.sparse.cache.RowEncoder.FLOATS;
import static dev.gradus.data.sparse.cache.RowEncoder.INTS;
import static dev.gradus.data.sparse.cache.RowEncoder.LABEL;
import static dev.gradus.data.sparse.cache.RowEncoder.VALUED;
import static dev.gradus.data.sparse.cache.RowEncoder.WEIGHTED;

import dev.gradus.data.sparse.SparseBlock;
import java.util.Arrays;
import java.util.Objects;

/** Reads what {@link RowEncoder} wrote. */
final class RowDecoder {

    /** By code: the bytes of a feature, as a mask. */
    private static final int[] MASKS = {0xFF, 0xFFFF, 0xFFFFFF, -1};

    /** By control byte: where the second, third and fourth feature begin and where all end, a byte each. */
    private static final int[] PLACES = places();

    /** Adds so many rows to a block and returns the place behind them. */
    int read(byte[] bytes, int from, int rows, SparseBlock into) {
        int at = from;
        for (int i = 0; i < rows; i++) {
            at = read(bytes, at, into);
        }
        return at;
    }

    /** Passes over so many rows and returns the place behind them. */
    int skip(byte[] bytes, int from, int rows) {
        int at = from;
        for (int i = 0; i < rows; i++) {
            at = skip(bytes, at);
        }
        return at;
    }

    private int read(byte[] bytes, int from, SparseBlock into) {
        int at = from;
        int head = bytes[at++];
        for (int shift = 7; head < 0; shift += 7) {
            // The sign of the byte is the mark that another one follows; it is taken away as that one is added.
            head = (head & ~(-1 << shift)) | bytes[at++] << shift;
        }
        int count = head >>> FLAG_BITS;
        float weight = 1;
        if ((head & WEIGHTED) != 0) {
            weight = (float) FLOATS.get(bytes, at);
            at += Float.BYTES;
        }
        // Or a damaged row would have memory made for entries that cannot be there.
        Objects.checkFromIndexSize(at, count, bytes.length);
        into.reserve(1, count);
        int first = into.entries();
        at = features(bytes, at, count, into.features(), first);
        float[] values = into.values();
        Arrays.fill(values, first, first + count, 1f);
        if ((head & VALUED) != 0) {
            at = values(bytes, at, count, values, first);
        }
        int row = into.rows();
        into.labels()[row] = head & LABEL;
        into.weights()[row] = weight;
        into.starts()[row + 1] = first + count;
        into.filled(row + 1, first + count);
        return at;
    }

    private static int features(byte[] bytes, int from, int count, int[] features, int first) {
        int control = from;
        int at = from + ((count + 3) >> 2);
        int whole = first + (count & -4);
        int i = first;
        for (; i < whole; i += 4) {
            int codes = bytes[control++] & 0xFF;
            int places = PLACES[codes];
            features[i] = (int) INTS.get(bytes, at) & MASKS[codes & 3];
            features[i + 1] = (int) INTS.get(bytes, at + (places & 0xFF)) & MASKS[codes >> 2 & 3];
            features[i + 2] = (int) INTS.get(bytes, at + (places >> 8 & 0xFF)) & MASKS[codes >> 4 & 3];
            features[i + 3] = (int) INTS.get(bytes, at + (places >> 16 & 0xFF)) & MASKS[codes >> 6];
            at += places >>> 24;
        }
        for (int codes = bytes[control]; i < first + count; i++, codes >>= 2) {
            features[i] = (int) INTS.get(bytes, at) & MASKS[codes & 3];
            at += (codes & 3) + 1;
        }
        return at;
    }

    private static int values(byte[] bytes, int from, int count, float[] values, int first) {
        int at = from + ((count + 7) >> 3);
        for (int i = 0; i < count; i += 8) {
            for (int bits = bytes[from + (i >> 3)] & 0xFF; bits != 0; bits &= bits - 1) {
                values[first + i + Integer.numberOfTrailingZeros(bits)] = (float) FLOATS.get(bytes, at);
                at += Float.BYTES;
            }
        }
        return at;
    }

    private int skip(byte[] bytes, int from) {
        int at = from;
        int head = bytes[at++];
        for (int shift = 7; head < 0; shift += 7) {
            head = (head & ~(-1 << shift)) | bytes[at++] << shift;
        }
        int count = head >>> FLAG_BITS;
        at += (head & WEIGHTED) != 0 ? Float.BYTES : 0;
        int control = at;
        at += (count + 3) >> 2;
        for (int i = 0; i < count >> 2; i++) {
            at += PLACES[bytes[control++] & 0xFF] >>> 24;
        }
        for (int i = 0, codes = bytes[control]; i < (count & 3); i++, codes >>= 2) {
            at += (codes & 3) + 1;
        }
        if ((head & VALUED) != 0) {
            int bits = at;
            at += (count + 7) >> 3;
            for (int i = 0; i < count; i += 8) {
                at += Float.BYTES * Integer.bitCount(bytes[bits + (i >> 3)] & 0xFF);
            }
        }
        return at;
    }

    private static int[] places() {
        int[] places = new int[256];
        for (int codes = 0; codes < places.length; codes++) {
            int second = (codes & 3) + 1;
            int third = second + (codes >> 2 & 3) + 1;
            int fourth = third + (codes >> 4 & 3) + 1;
            int end = fourth + (codes >> 6) + 1;
            places[codes] = second | third << 8 | fourth << 16 | end << 24;
        }
        return places;
    }
}
