package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;

/**
 * Ascending row ids as they stand in a message: for each the rows that are skipped before it, in groups of seven bits,
 * low ones first, with the eighth bit set if more follow; four such bytes a float. One byte an id where one row in a
 * hundred is touched, instead of four.
 */
final class RowIds {

    private static final int GROUP = 7;
    private static final int MORE = 1 << GROUP;

    /** Five groups hold any int. */
    private static final int MOST_BYTES = 5;

    private RowIds() {}

    /** Floats that the ids in places {@code from} to {@code to} take; the first counts from row {@code base}. */
    static int floats(SparseRows rows, int from, int to, int base) {
        int[] ids = rows.ids();
        long bytes = 0;
        int next = base;
        for (int i = from; i < to; i++) {
            bytes += (31 - Integer.numberOfLeadingZeros((ids[i] - next) | 1)) / GROUP + 1;
            next = ids[i] + 1;
        }
        return Math.toIntExact((bytes + 3) / 4);
    }

    /** The most floats that so many ids can take. */
    static long mostFloats(long count) {
        return (count * MOST_BYTES + 3) / 4;
    }

    /** Writes those ids from {@code at} on and returns where they end. */
    static int write(SparseRows rows, int from, int to, int base, float[] into, int at) {
        int[] ids = rows.ids();
        int end = at;
        int next = base;
        long pending = 0;
        int bits = 0;
        for (int i = from; i < to; i++) {
            int skipped = ids[i] - next;
            next = ids[i] + 1;
            do {
                int more = skipped >= MORE ? MORE : 0;
                pending |= (long) ((skipped & (MORE - 1)) | more) << bits;
                skipped >>>= GROUP;
                bits += 8;
                if (bits == Integer.SIZE) {
                    into[end++] = Float.intBitsToFloat((int) pending);
                    pending = 0;
                    bits = 0;
                }
                if (more == 0) {
                    break;
                }
            } while (true);
        }
        if (bits > 0) {
            into[end++] = Float.intBitsToFloat((int) pending);
        }
        return end;
    }

    /** Reads the ids of a piece, which must lie in the chunk and fill the floats that the piece has for them. */
    static void read(RowPiece piece, RowChunk chunk, float[] message, int from, int[] into, int intoAt)
            throws ExchangeException {
        int at = from;
        int end = from + piece.idFloats();
        long next = chunk.from();
        int word = 0;
        int bytes = 0;
        for (int i = 0; i < piece.count(); i++) {
            int shift = 0;
            int group;
            do {
                if (bytes == 0) {
                    if (at == end) {
                        throw piece.nonsense("ids end too soon");
                    }
                    word = Float.floatToRawIntBits(message[at++]);
                    bytes = Float.BYTES;
                }
                group = word & 0xFF;
                word >>>= Byte.SIZE;
                bytes--;
                next += (long) (group & (MORE - 1)) << shift;
                shift += GROUP;
            } while (group >= MORE && shift < MOST_BYTES * GROUP);
            if (next >= chunk.to()) {
                throw piece.nonsense("row=" + next + " is not in " + chunk);
            }
            into[intoAt + i] = (int) next++;
        }
        if (at != end) {
            throw piece.nonsense("ids end too late");
        }
    }
}
