package dev.gradus.simd;

import dev.gradus.model.word2vec.Tile;
import dev.gradus.model.word2vec.TileKernel;
import java.util.Arrays;

/**
 * A tile of word2vec on the Vector API: each pair of predicting vectors and each block of eight columns give sixteen
 * scores, whose sums are finished together; scores become errors; and one pass makes both updates. Columns stay where
 * they lie.
 */
final class VectorTileKernel implements TileKernel {

    private static final int L = Lanes.COUNT;

    private final int stride;
    private final TableLoops tableLoops;
    private final HiddenLoops hiddenLoops;
    private TileErrors errors = new TileErrors(0);
    private float[] scores = new float[0];
    private float[] changes = new float[0];
    private int[] hiddenAt = new int[0];

    /** Keeps the compiler from leaving out what {@link #fetch} reads. */
    private float fetched;

    VectorTileKernel(int stride) {
        this.stride = stride;
        this.tableLoops = new TableLoops(stride);
        this.hiddenLoops = new HiddenLoops(stride);
    }

    @Override
    public double learnRows(Tile tile, float rate) {
        reserve(tile);
        double loss = predict(tile, tile.rows(), tile.rowAt(), rate);
        fetch(tile);
        tableLoops.updateRows(tile, scores);
        return loss;
    }

    @Override
    public double learnHidden(Tile tile, float rate) {
        reserve(tile);
        hiddenLoops.combine(tile);
        double loss = predict(tile, tile.hidden(), hiddenAt, rate);
        fetch(tile);
        tableLoops.updateHidden(tile, hiddenAt, changes, scores);
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

    /** Turns scores into errors, and returns the loss. */
    private double predict(Tile tile, float[] x, int[] at, float rate) {
        tableLoops.pad(tile);
        int count = tableLoops.multiply(tile, x, at, scores);
        int period = tile.columnBlocks() * LaneSums.COUNT;
        return errors.replaceScores(scores, count, tile.weights(), tile.labels(), period, rate);
    }

    /**
     * Reads a number from each register of each row that the next tile needs, row by row. No sum waits for these
     * numbers, so the rows begin to come while this tile is updated. Two threads read 3.5-3.6 M words/s of skip-gram
     * so, 3.1-3.4 M when only the first register of a row was read, and 2.7-3.6 M when registers were read between the
     * updates (Word2vecBenchmark, three interleaved rounds).
     */
    private void fetch(Tile tile) {
        float[] ahead = tile.table();
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
