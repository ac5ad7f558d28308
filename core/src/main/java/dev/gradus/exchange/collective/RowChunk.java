package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;
import java.util.Arrays;

/**
 * The rows {@code from} to {@code to} of a matrix, which one rank sums for all, and how they stand in a message.
 *
 * <p>Sparse: the {@link RowIds ids} of the touched rows, then their values. Dense: one bit for each row, whether it is
 * touched, then the values of all, with {@code -0.0} for the rest. That is the number which changes no other by being
 * added, not even {@code -0.0}; so both forms lead to the same sum, bit by bit.
 */
record RowChunk(int from, int to, boolean dense) {

    static RowChunk sparse(int from, int to) {
        return new RowChunk(from, to, false);
    }

    int length() {
        return to - from;
    }

    /** Floats that hold one bit for each row. */
    int bitFloats() {
        return (length() + Integer.SIZE - 1) / Integer.SIZE;
    }

    /** Floats of a dense message. */
    int denseFloats(int width) {
        return Math.addExact(bitFloats(), Math.multiplyExact(length(), width));
    }

    /** The most floats that the touched rows of this chunk can take in a message. */
    int mostFloats(SparseRows rows) {
        if (dense) {
            return denseFloats(rows.width());
        }
        long count = (long) rows.place(to) - rows.place(from);
        return Math.toIntExact(RowIds.mostFloats(count) + count * rows.width());
    }

    /** Writes the touched rows of this chunk from {@code at} on and returns where they end. */
    int write(SparseRows rows, float[] into, int at) {
        int first = rows.place(from);
        int end = rows.place(to);
        if (dense) {
            return writeDense(rows, first, end, into, at);
        }
        int valuesAt = RowIds.write(rows, first, end, from, into, at);
        int floats = (end - first) * rows.width();
        System.arraycopy(rows.values(), first * rows.width(), into, valuesAt, floats);
        return valuesAt + floats;
    }

    private int writeDense(SparseRows rows, int first, int end, float[] into, int at) {
        int width = rows.width();
        int valuesAt = at + bitFloats();
        int stop = at + denseFloats(width);
        Arrays.fill(into, at, valuesAt, 0f);
        Arrays.fill(into, valuesAt, stop, -0f);
        int[] ids = rows.ids();
        float[] values = rows.values();
        for (int i = first; i < end; i++) {
            int row = ids[i] - from;
            int word = at + row / Integer.SIZE;
            into[word] = Float.intBitsToFloat(Float.floatToRawIntBits(into[word]) | (1 << (row % Integer.SIZE)));
            for (int j = 0; j < width; j++) {
                into[valuesAt + row * width + j] = values[i * width + j];
            }
        }
        return stop;
    }

    /** Adds the rows of a sparse message that begins at {@code at} behind those of {@code into}. */
    void readSparse(RowPiece piece, float[] message, int at, SparseRows into) throws ExchangeException {
        int start = into.extend(piece.count());
        RowIds.read(piece, this, message, at, into.ids(), start);
        int floats = piece.count() * into.width();
        System.arraycopy(message, at + piece.idFloats(), into.values(), start * into.width(), floats);
    }

    /** Adds the rows of a dense message that begins at {@code at} behind those of {@code into}. */
    void readDense(float[] message, int at, SparseRows into) {
        int count = 0;
        for (int word = 0; word < bitFloats(); word++) {
            count += Integer.bitCount(Float.floatToRawIntBits(message[at + word]));
        }
        int next = into.extend(count);
        int[] ids = into.ids();
        for (int word = 0; word < bitFloats(); word++) {
            int bits = Float.floatToRawIntBits(message[at + word]);
            while (bits != 0) {
                ids[next++] = from + word * Integer.SIZE + Integer.numberOfTrailingZeros(bits);
                bits &= bits - 1;
            }
        }
        copyValues(message, at + bitFloats(), into, next - count, next);
    }

    private void copyValues(float[] message, int valuesAt, SparseRows into, int first, int end) {
        int width = into.width();
        int[] ids = into.ids();
        float[] values = into.values();
        for (int i = first; i < end; i++) {
            int row = valuesAt + (ids[i] - from) * width;
            for (int j = 0; j < width; j++) {
                values[i * width + j] = message[row + j];
            }
        }
    }

    @Override
    public String toString() {
        return "rows " + from + " to " + to;
    }
}
