package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.sparse.SparseBlock;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Makes chunks of the rows that one thread has. */
final class ChunkWriter {

    private final ChunkFile file;
    private final RowEncoder encoder = new RowEncoder();
    private final int[] index = new int[Chunk.MOST_ROWS / Chunk.GROUP_ROWS];
    private final CRC32C crc = new CRC32C();
    private ByteBuffer buffer = ByteBuffer.allocateDirect(0);
    private Piece.Place place = new Piece.Place(0, 0);
    private int number;
    private int rows;

    ChunkWriter(ChunkFile file) {
        this.file = file;
    }

    /** Begins with the rows of another place. */
    void begin(Piece.Place newPlace) {
        place = newPlace;
        number = 0;
    }

    /** Adds all rows of a block. */
    void add(SparseBlock block) throws DataException {
        for (int row = 0; row < block.rows(); row++) {
            int from = block.starts()[row];
            int to = block.starts()[row + 1];
            add(block.features(), block.values(), from, to, block.labels()[row], block.weights()[row]);
        }
    }

    void add(int[] features, float[] values, int from, int to, float label, float weight) throws DataException {
        if (rows % Chunk.GROUP_ROWS == 0) {
            index[rows / Chunk.GROUP_ROWS] = encoder.end();
        }
        encoder.add(features, values, from, to, label, weight);
        rows++;
        if (rows == Chunk.MOST_ROWS || encoder.end() >= Chunk.ENOUGH_BYTES) {
            end();
        }
    }

    /** Writes the rows that are not written yet. */
    void end() throws DataException {
        if (rows == 0) {
            return;
        }
        for (int row = 0; row < rows; row += Chunk.GROUP_ROWS) {
            encoder.addInt(index[row / Chunk.GROUP_ROWS]);
        }
        int bytes = encoder.end();
        crc.reset();
        crc.update(encoder.bytes(), 0, bytes);
        long offset = file.write(direct(bytes));
        file.add(new Chunk(place, number, offset, bytes, rows, (int) crc.getValue()));
        number++;
        rows = 0;
        encoder.clear();
    }

    /** The bytes where a channel takes them from without a copy of its own, of which it would keep one a thread. */
    private ByteBuffer direct(int bytes) {
        if (buffer.capacity() < bytes) {
            buffer = ByteBuffer.allocateDirect(bytes + (bytes >> 1));
        }
        return buffer.clear().put(encoder.bytes(), 0, bytes).flip();
    }
}
