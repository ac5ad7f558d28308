package dev.gradus.data.sparse.cache;

import dev.gradus.data.files.Piece;
import java.nio.ByteBuffer;
import java.util.Comparator;

/**
 * Some consecutive rows in a file.
 *
 * @param place and number: where the rows stand among all, whenever they were written
 * @param offset of the first byte in the file
 * @param bytes of the rows, and of the index behind them
 * @param crc CRC-32C of these bytes
 */
record Chunk(Piece.Place place, int number, long offset, int bytes, int rows, int crc) {

    /** As they stand in the source. */
    static final Comparator<Chunk> ORDER = Comparator.comparing(Chunk::place).thenComparing(Chunk::number);

    /** Bytes of an entry of a table. */
    static final int ENTRY_BYTES = 24;

    /** Rows of a chunk, unless they take too many bytes: so few that a chunk stays in a core's cache. */
    static final int MOST_ROWS = 1024;

    /** A chunk ends with the row that reaches this. */
    static final int ENOUGH_BYTES = 1 << 20;

    /** Every so many rows, the index behind them has where the next begins, so that any row is soon found. */
    static final int GROUP_ROWS = 32;

    /** Places of the index behind the rows. */
    int groups() {
        return (rows + GROUP_ROWS - 1) / GROUP_ROWS;
    }

    /** Where the index begins in the chunk. */
    int indexFrom() {
        return bytes - Integer.BYTES * groups();
    }

    void writeTo(ByteBuffer table) {
        table.putLong(offset).putInt(bytes).putInt(rows).putInt(crc).putInt(0);
    }

    static Chunk readFrom(ByteBuffer table, int part, int number) {
        long offset = table.getLong();
        Chunk chunk =
                new Chunk(new Piece.Place(part, 0), number, offset, table.getInt(), table.getInt(), table.getInt());
        table.getInt();
        return chunk;
    }

    /** Whether it can be in a file whose chunks stand between these two places. */
    boolean fits(long from, long to) {
        return rows > 0
                && rows <= MOST_ROWS
                && bytes >= rows + Integer.BYTES * groups()
                && offset >= from
                && offset <= to - bytes;
    }
}
