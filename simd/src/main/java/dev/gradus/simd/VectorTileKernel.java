package dev.gradus.simd;

import dev.gradus.model.word2vec.Tile;
import dev.gradus.model.word2vec.TileKernel;
import java.util.Arrays;

/**
 * A tile of word2vec on the Vector API: each pair of predicting vectors and each block of eight columns give sixteen
 * scores, whose sums are finished together; scores become errors; and one pass makes both updates. Columns stay where
 * they lie, which is in one table unless rows that many threads need have copies.
 */
final class VectorTileKernel implements TileKernel {

    private static final int L = Lanes.COUNT;
    private static final int C = TileProducts.C;

    private final int stride;
    private final TileProducts products;
    private final TableLoops tableLoops;
    private final HiddenLoops hiddenLoops;
    private final float[] zeros;
    private TileErrors errors = new TileErrors(0);
    private float[] scores = new float[0];
    private float[] before = new float[0];
    private float[] changes = new float[0];
    private int[] hiddenAt = new int[0];

    /** Keeps the compiler from leaving out what {@link #fetch} reads. */
    private float fetched;

    VectorTileKernel(int stride) {
        this.stride = stride;
        this.zeros = new float[stride];
        this.products = new TileProducts(stride);
        this.tableLoops = new TableLoops(stride);
        this.hiddenLoops = new HiddenLoops(stride);
    }

    @Override
    public double learnRows(Tile tile, float rate) {
        reserve(tile);
        float[] table = tile.table();
        if (table != null && L == LaneSums.COUNT) {
            return learnTable(tile, table, rate);
        }
        pad(tile);
        float[] rows = tile.rows();
        double loss = predict(tile, rows, tile.rowAt(), rate);
        float[] old = rows;
        if (tile.columnBlocks() > 1) {
            // A block must not see what another has done to the rows.
            if (before.length < rows.length) {
                before = new float[rows.length];
            }
            System.arraycopy(rows, 0, before, 0, rows.length);
            old = before;
        }
        update(tile, new TileUpdates.Vectors(old, tile.rowAt(), rows, tile.predictorPairs()));
        return loss;
    }

    private double learnTable(Tile tile, float[] table, float rate) {
        tableLoops.pad(tile);
        int count = tableLoops.multiply(tile, table, scores);
        int period = tile.columnBlocks() * LaneSums.COUNT;
        double loss = errors.replaceScores(scores, count, tile.weights(), tile.labels(), period, rate);
        fetch(tile);
        tableLoops.update(tile, table, scores);
        return loss;
    }

    @Override
    public double learnHidden(Tile tile, float rate) {
        reserve(tile);
        pad(tile);
        hiddenLoops.combine(tile);
        double loss = predict(tile, tile.hidden(), hiddenAt, rate);
        Arrays.fill(changes, 0, tile.hiddenStride() * stride, 0);
        update(tile, new TileUpdates.Vectors(tile.hidden(), hiddenAt, changes, tile.predictorPairs()));
        hiddenLoops.spread(tile, changes);
        return loss;
    }

    /** Grows the working memory to what the tile may ever need, which never changes for a learner. */
    private void reserve(Tile tile) {
        if (scores.length < tile.weights().length) {
            scores = new float[tile.weights().length];
            errors = new TileErrors(scores.length);
        }
        if (changes.length < tile.hidden().length) {
            changes = new float[tile.hidden().length];
            hiddenAt = new int[changes.length / stride];
            Arrays.setAll(hiddenAt, h -> h * stride);
        }
    }

    /** Fills up the last block of columns with one of zeros, which weights of 0 keep as it is. */
    private void pad(Tile tile) {
        int padded = tile.columnBlocks() * C;
        for (int column = tile.columnCount(); column < padded; column++) {
            tile.homes()[column] = zeros;
            tile.columnAt()[column] = 0;
        }
    }

    private double predict(Tile tile, float[] x, int[] at, float rate) {
        int count = tile.columnBlocks();
        int pairs = tile.predictorPairs();
        TileUpdates.Columns columns = new TileUpdates.Columns(tile.homes(), tile.columnAt());
        int into = 0;
        for (int pair = 0; pair < pairs; pair++) {
            for (int block = 0; block < count; block++) {
                products.multiply(x, at[2 * pair], at[2 * pair + 1], columns, block * C);
                products.sum(scores, into);
                into += LaneSums.COUNT;
            }
        }
        return errors.replaceScores(scores, into, tile.weights(), tile.labels(), count * LaneSums.COUNT, rate);
    }

    private void update(Tile tile, TileUpdates.Vectors vectors) {
        fetch(tile);
        int count = tile.columnBlocks();
        TileUpdates.Columns columns = new TileUpdates.Columns(tile.homes(), tile.columnAt());
        for (int block = 0; block < count; block++) {
            TileUpdates.Errors g = new TileUpdates.Errors(scores, block * LaneSums.COUNT, count * LaneSums.COUNT);
            TileUpdates.update(vectors, stride, columns, block * C, g);
        }
    }

    /**
     * Reads a number from each register of each row that the next tile needs, row by row. No sum waits for these
     * numbers, so the rows begin to come while this tile is updated. Two threads read 3.5-3.6 M words/s of skip-gram
     * so, 3.1-3.4 M when only the first register of a row was read, and 2.7-3.6 M when registers were read between the
     * updates (Word2vecBenchmark, three interleaved rounds).
     */
    private void fetch(Tile tile) {
        float[] ahead = tile.ahead();
        int[] at = tile.aheadAt();
        float sum = 0;
        for (int i = 0; i < tile.aheadCount(); i++) {
            int k = at[i];
            int end = k + stride;
            // Seven at once: fewer instructions stand between the misses, so more of them are under way together.
            for (; k + 7 * L <= end; k += 7 * L) {
                float first = ahead[k] + ahead[k + L] + ahead[k + 2 * L] + ahead[k + 3 * L];
                sum += first + (ahead[k + 4 * L] + ahead[k + 5 * L] + ahead[k + 6 * L]);
            }
            for (; k < end; k += L) {
                sum += ahead[k];
            }
        }
        fetched = sum;
    }
}
