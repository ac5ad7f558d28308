package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;

/**
 * Writes raw rows with the places of their features, frequent ones first. Entries whose value is 0 or whose feature is
 * not listed are left out; one feature's entries become one.
 *
 * <p>Where the features of a row rise, as libsvm has them, none is named twice, and its entries are only parted in
 * frequent and other ones. All others are sorted by place.
 */
final class RowRewriter implements RowRanges.Worker {

    private final SparseSource.Reader reader;
    private final FeatureCounts counts;
    private final ChunkWriter writer;
    private final int part;
    private final SparseBlock block = new SparseBlock();
    private final PlaceSort sort = new PlaceSort();
    private final boolean[] rising = new boolean[Chunk.GROUP_ROWS];
    private long[] order = new long[64];
    private int[] features = new int[64];
    private float[] values = new float[64];
    private int[] rareFeatures = new int[64];
    private float[] rareValues = new float[64];

    RowRewriter(SparseSource rows, FeatureCounts counts, ChunkFile file, int part) {
        this.reader = rows.reader();
        this.counts = counts;
        this.writer = new ChunkWriter(file);
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
        for (int row = 0; row < block.rows(); row++) {
            rising[row] = rises(block.features(), block.starts()[row], block.starts()[row + 1]);
        }
        counts.toPlaces(block.features(), block.entries());
        for (int row = 0; row < block.rows(); row++) {
            int start = block.starts()[row];
            int end = block.starts()[row + 1];
            reserve(end - start);
            int count = rising[row] ? parted(start, end) : merge(sorted(start, end));
            writer.add(features, values, 0, count, block.labels()[row], block.weights()[row]);
        }
    }

    private static boolean rises(int[] features, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (features[i] <= features[i - 1]) {
                return false;
            }
        }
        return true;
    }

    private void reserve(int entries) {
        if (features.length < entries) {
            order = new long[entries];
            features = new int[entries];
            values = new float[entries];
            rareFeatures = new int[entries];
            rareValues = new float[entries];
        }
    }

    /**
     * Puts frequent entries before the others, both in the order in which they are, and returns how many there are.
     * Every entry is written to both kinds, and only the end of its own moves on: which kind comes next cannot be
     * foreseen, and a branch that is taken wrongly costs as much as several entries.
     */
    private int parted(int from, int to) {
        int[] places = block.features();
        float[] given = block.values();
        int[] firstFeatures = features;
        float[] firstValues = values;
        int[] lastFeatures = rareFeatures;
        float[] lastValues = rareValues;
        int frequent = 0;
        int rare = 0;
        for (int i = from; i < to; i++) {
            int place = places[i];
            float value = given[i];
            firstFeatures[frequent] = place;
            firstValues[frequent] = value;
            lastFeatures[rare] = place;
            lastValues[rare] = value;
            int bits = Float.floatToRawIntBits(value) << 1; // without the sign: 0 for both zeros
            int kept = (bits | -bits) >>> 31;
            frequent += kept & ((place - SparseBlock.FREQUENT) & ~place) >>> 31;
            rare += kept & (SparseBlock.FREQUENT - 1 - place) >>> 31;
        }
        System.arraycopy(rareFeatures, 0, features, frequent, rare);
        System.arraycopy(rareValues, 0, values, frequent, rare);
        return frequent + rare;
    }

    /** Puts the entries in order, place and then entry in one number, and returns how many there are. */
    private int sorted(int from, int to) {
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
