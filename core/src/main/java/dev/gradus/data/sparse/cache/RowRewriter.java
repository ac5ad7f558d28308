package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;

/**
 * Writes raw rows with the places of their features, in rising order. Entries whose value is 0 or whose feature is not
 * listed are left out; one feature's entries become one.
 */
final class RowRewriter implements RowRanges.Worker {

    private final SparseSource.Reader reader;
    private final FeatureCounts counts;
    private final ChunkWriter writer;
    private final int part;
    private final SparseBlock block = new SparseBlock();
    private final PlaceSort sort = new PlaceSort();
    private long[] order = new long[64];
    private int[] features = new int[64];
    private float[] values = new float[64];

    RowRewriter(SparseSource rows, FeatureCounts counts, ChunkFile file, int part) {
        this.reader = rows.reader();
        this.counts = counts;
        this.writer = new ChunkWriter(file, true);
        this.part = part;
    }

    @Override
    public void work(long from, long to) throws DataException {
        writer.begin(new Piece.Place(part, from));
        // A few rows at a time, since each can be long.
        for (long next = from; next < to; next += Chunk.GROUP_ROWS) {
            group(next, Math.min(to, next + Chunk.GROUP_ROWS));
        }
        writer.end();
    }

    private void group(long from, long to) throws DataException {
        block.clear();
        reader.read(from, to, block);
        counts.toPlaces(block.features(), block.entries());
        for (int row = 0; row < block.rows(); row++) {
            int count = merge(sorted(block.starts()[row], block.starts()[row + 1]));
            writer.add(features, values, 0, count, block.labels()[row], block.weights()[row]);
        }
    }

    /** Puts the entries in order, place and then entry in one number, and returns how many there are. */
    private int sorted(int from, int to) {
        if (order.length < to - from) {
            order = new long[to - from];
            features = new int[to - from];
            values = new float[to - from];
        }
        int[] places = block.features();
        float[] given = block.values();
        int count = 0;
        for (int i = from; i < to; i++) {
            order[count] = (long) places[i] << 32 | i;
            count += places[i] >= 0 && given[i] != 0 ? 1 : 0; // else the next one takes its place
        }
        sort.sort(order, count);
        return count;
    }

    private int merge(int count) {
        int end = 0;
        for (int i = 0; i < count; i++) {
            int place = (int) (order[i] >>> 32);
            float value = block.values()[(int) order[i]];
            if (end > 0 && features[end - 1] == place) {
                values[end - 1] += value;
            } else {
                features[end] = place;
                values[end++] = value;
            }
        }
        return end;
    }
}
