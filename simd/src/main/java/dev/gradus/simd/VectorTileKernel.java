package dev.gradus.simd;

import dev.gradus.model.word2vec.Tile;
import dev.gradus.model.word2vec.TileKernel;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * A tile of word2vec on the Vector API: columns are gathered to blocks of eight; each pair of predicting vectors and
 * each block give sixteen scores, whose sums are finished together; scores become errors; one pass makes both updates;
 * and the columns go home.
 */
final class VectorTileKernel implements TileKernel {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;
    private static final int C = TileProducts.C;

    private final int stride;
    private final TileProducts products;
    private TileErrors errors = new TileErrors(0);
    private float[] blocks = new float[0];
    private float[] scores = new float[0];
    private float[] before = new float[0];
    private float[] changes = new float[0];
    private int[] hiddenAt = new int[0];

    /** Keeps the compiler from leaving out what {@link #fetch} reads. */
    private float fetched;

    VectorTileKernel(int stride) {
        this.stride = stride;
        this.products = new TileProducts(stride);
    }

    @Override
    public double learnRows(Tile tile, float rate) {
        reserve(tile);
        gather(tile);
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
        scatter(tile);
        return loss;
    }

    @Override
    public double learnHidden(Tile tile, float rate) {
        reserve(tile);
        gather(tile);
        combine(tile);
        double loss = predict(tile, tile.hidden(), hiddenAt, rate);
        Arrays.fill(changes, 0, tile.hiddenStride() * stride, 0);
        update(tile, new TileUpdates.Vectors(tile.hidden(), hiddenAt, changes, tile.predictorPairs()));
        spread(tile);
        scatter(tile);
        return loss;
    }

    /** Grows the working memory to what the tile may ever need, which never changes for a learner. */
    private void reserve(Tile tile) {
        if (scores.length < tile.weights().length) {
            scores = new float[tile.weights().length];
            errors = new TileErrors(scores.length);
        }
        if (blocks.length < tile.homes().length * stride) {
            blocks = new float[tile.homes().length * stride];
        }
        if (changes.length < tile.hidden().length) {
            changes = new float[tile.hidden().length];
            hiddenAt = new int[changes.length / stride];
            Arrays.setAll(hiddenAt, h -> h * stride);
        }
    }

    private void gather(Tile tile) {
        int count = tile.columnCount();
        int padded = tile.columnBlocks() * C;
        for (int column = 0; column < count; column++) {
            take(tile.homes()[column], tile.columnAt()[column], blockAt(column));
        }
        for (int column = count; column < padded; column++) {
            clear(blockAt(column));
        }
    }

    private int blockAt(int column) {
        return column / C * C * stride + column % C * L;
    }

    private void take(float[] home, int at, int blockAt) {
        for (int k = 0; k < stride; k += L) {
            FloatVector.fromArray(S, home, at + k).intoArray(blocks, blockAt + k * C);
        }
    }

    private void clear(int blockAt) {
        FloatVector zero = FloatVector.zero(S);
        for (int k = 0; k < stride; k += L) {
            zero.intoArray(blocks, blockAt + k * C);
        }
    }

    private void scatter(Tile tile) {
        for (int column = 0; column < tile.columnCount(); column++) {
            bring(tile.homes()[column], tile.columnAt()[column], blockAt(column));
        }
    }

    private void bring(float[] home, int at, int blockAt) {
        for (int k = 0; k < stride; k += L) {
            FloatVector.fromArray(S, blocks, blockAt + k * C).intoArray(home, at + k);
        }
    }

    private double predict(Tile tile, float[] x, int[] at, float rate) {
        int count = tile.columnBlocks();
        int pairs = tile.predictorPairs();
        int into = 0;
        for (int pair = 0; pair < pairs; pair++) {
            for (int block = 0; block < count; block++) {
                products.multiply(x, at[2 * pair], at[2 * pair + 1], blocks, block * C * stride);
                products.sum(scores, into);
                into += LaneSums.COUNT;
            }
        }
        return errors.replaceScores(scores, into, tile.weights(), tile.labels(), count * LaneSums.COUNT, rate);
    }

    private void update(Tile tile, TileUpdates.Vectors vectors) {
        fetch(tile);
        int count = tile.columnBlocks();
        for (int block = 0; block < count; block++) {
            TileUpdates.Errors g = new TileUpdates.Errors(scores, block * LaneSums.COUNT, count * LaneSums.COUNT);
            int blockAt = block * C * stride;
            for (int k = 0; k < stride; k += L) {
                TileUpdates.update(vectors, k, blocks, blockAt + k * C, g);
            }
        }
    }

    /**
     * Reads the first number of each row that the next tile needs. Nothing waits for these numbers, so the rows begin
     * to come while this tile is updated. Reading every line of them took longer (Word2vecBenchmark): then the loads
     * fill the processor's queues and hold up the update.
     */
    private void fetch(Tile tile) {
        float[] ahead = tile.ahead();
        int[] at = tile.aheadAt();
        float sum = 0;
        for (int i = 0; i < tile.aheadCount(); i++) {
            sum += ahead[at[i]];
        }
        fetched = sum;
    }

    private void combine(Tile tile) {
        for (int h = 0; h < tile.hiddenStride(); h += Tile.HIDDEN) {
            for (int k = 0; k < stride; k += L) {
                combine(tile, h, k);
            }
        }
    }

    /** Register k of four hidden vectors. */
    private void combine(Tile tile, int h, int k) {
        float[] rows = tile.rows();
        int[] rowAt = tile.rowAt();
        float[] shares = tile.shares();
        int step = tile.hiddenStride();
        FloatVector h0 = FloatVector.zero(S);
        FloatVector h1 = h0;
        FloatVector h2 = h0;
        FloatVector h3 = h0;
        for (int row = 0, s = h; row < tile.rowCount(); row++, s += step) {
            FloatVector x = FloatVector.fromArray(S, rows, rowAt[row] + k);
            h0 = x.fma(FloatVector.broadcast(S, shares[s]), h0);
            h1 = x.fma(FloatVector.broadcast(S, shares[s + 1]), h1);
            h2 = x.fma(FloatVector.broadcast(S, shares[s + 2]), h2);
            h3 = x.fma(FloatVector.broadcast(S, shares[s + 3]), h3);
        }
        float[] hidden = tile.hidden();
        float[] scales = tile.scales();
        int at = h * stride + k;
        h0.mul(scales[h]).intoArray(hidden, at);
        h1.mul(scales[h + 1]).intoArray(hidden, at + stride);
        h2.mul(scales[h + 2]).intoArray(hidden, at + 2 * stride);
        h3.mul(scales[h + 3]).intoArray(hidden, at + 3 * stride);
    }

    private void spread(Tile tile) {
        int step = tile.hiddenStride();
        for (int row = 0; row < tile.rowCount(); row++) {
            for (int h = 0; h < step; h += Tile.HIDDEN) {
                spread(tile.rows(), tile.rowAt()[row], tile.shares(), row * step + h, h * stride);
            }
        }
    }

    /** The changes of four hidden vectors go to a row. */
    private void spread(float[] rows, int at, float[] shares, int s, int from) {
        float[] x = changes;
        FloatVector s0 = FloatVector.broadcast(S, shares[s]);
        FloatVector s1 = FloatVector.broadcast(S, shares[s + 1]);
        FloatVector s2 = FloatVector.broadcast(S, shares[s + 2]);
        FloatVector s3 = FloatVector.broadcast(S, shares[s + 3]);
        for (int k = 0; k < stride; k += L) {
            FloatVector even = s0.fma(FloatVector.fromArray(S, x, from + k), FloatVector.fromArray(S, rows, at + k));
            FloatVector odd = s1.mul(FloatVector.fromArray(S, x, from + stride + k));
            even = s2.fma(FloatVector.fromArray(S, x, from + 2 * stride + k), even);
            odd = s3.fma(FloatVector.fromArray(S, x, from + 3 * stride + k), odd);
            even.add(odd).intoArray(rows, at + k);
        }
    }
}
