package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;

/** Writes raw rows with the places of their features, frequent ones first. */
final class RowRewriter implements RowRanges.Worker {

    private final SparseSource.Reader reader;
    private final FeatureCounts counts;
    private final ChunkWriter writer;
    private final RowParter rows;
    private final int part;
    private final SparseBlock block = new SparseBlock();

    RowRewriter(SparseSource rows, FeatureCounts counts, ChunkFile file, int part) {
        this.reader = rows.reader();
        this.counts = counts;
        this.writer = new ChunkWriter(file);
        this.rows = new RowParter(writer, SparseBlock.FREQUENT);
        this.part = part;
    }

    @Override
    public void work(long from, long to) throws DataException {
        writer.begin(new Piece.Place(part, from));
        // A few rows at a time, since each can be long.
        for (long next = from; next < to; next += Chunk.GROUP_ROWS) {
            block.clear();
            reader.read(next, Math.min(to, next + Chunk.GROUP_ROWS), block);
            rows.note(block);
            counts.toPlaces(block.features(), block.entries());
            rows.write(block);
        }
        writer.end();
    }
}
