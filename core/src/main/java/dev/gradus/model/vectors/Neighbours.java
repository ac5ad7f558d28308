package dev.gradus.model.vectors;

import static dev.gradus.model.vectors.DotKernel.TILE;

import dev.gradus.math.Kernels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the words nearest to queries, exactly.
 *
 * <p>Queries times rows is a matrix product. It is cut into <em>blocks</em> of queries, and for each block the tiles of
 * rows are shared out to all threads: a block and a tile fit the cache together, every tile is read once a block. Each
 * thread keeps a heap of the best for each query of the block; the heaps are merged at the end of the block. Immutable.
 */
public final class Neighbours {

    /** 128 queries of dimension 300 are 150 KB: with a tile of 75 KB they fit an L2 cache of 256 KB. */
    private static final int BLOCK = 128;

    private final UnitTiles rows;
    private final DotKernel kernel;

    Neighbours(UnitTiles rows, Kernels kernels) {
        this.rows = rows;
        this.kernel = kernels.of(DotKernel.class, new PlainDotKernel());
    }

    /**
     * For each of the {@code count} queries, which stand one after the other, the {@code top} nearest words, the
     * nearest first and of equally near ones the more frequent. Queries need not be of unit length; then the
     * similarities are multiples of cosines.
     */
    public List<List<Neighbour>> nearest(float[] queries, int count, int top) {
        if (top < 1 || count < 0 || (long) count * rows.width() > queries.length) {
            throw new IllegalArgumentException("queries do not fit: count=" + count + ", width=" + rows.width()
                    + ", length=" + queries.length + ", top=" + top);
        }
        List<List<Neighbour>> nearest = new ArrayList<>(count);
        for (int from = 0; from < count; from += BLOCK) {
            int size = Math.min(BLOCK, count - from);
            float[] block = Arrays.copyOfRange(queries, from * rows.width(), (from + size) * rows.width());
            for (Best best : searchBlock(block, size, Math.min(top, rows.rows()))) {
                nearest.add(best.take());
            }
        }
        return nearest;
    }

    /** Scales a vector to unit length, in place; one without direction stays as it is. */
    public static void normalize(float[] x, int from, int to) {
        double squares = 0;
        for (int i = from; i < to; i++) {
            squares += (double) x[i] * x[i];
        }
        double scale = squares == 0 ? 1 : 1 / Math.sqrt(squares);
        for (int i = from; i < to; i++) {
            x[i] = (float) (scale * x[i]);
        }
    }

    private Best[] searchBlock(float[] block, int size, int top) {
        int tiles = rows.count();
        int parts = Math.min(tiles, Runtime.getRuntime().availableProcessors());
        List<Best[]> found = IntStream.range(0, parts)
                .parallel()
                .mapToObj(
                        part -> searchTiles(block, size, top, share(tiles, part, parts), share(tiles, part + 1, parts)))
                .toList();
        Best[] best = empty(size, top);
        for (Best[] part : found) {
            for (int q = 0; q < size; q++) {
                best[q].offerAll(part[q]);
            }
        }
        return best;
    }

    private static int share(int tiles, int part, int parts) {
        return (int) ((long) tiles * part / parts);
    }

    private Best[] searchTiles(float[] block, int size, int top, int from, int to) {
        Best[] best = empty(size, top);
        float[] products = new float[size * TILE];
        for (int t = from; t < to; t++) {
            kernel.dots(block, size, rows.width(), rows.tile(t), products);
            int filled = Math.min(TILE, rows.rows() - t * TILE);
            for (int q = 0; q < size; q++) {
                best[q].offerAll(products, q * TILE, t * TILE, filled);
            }
        }
        return best;
    }

    private static Best[] empty(int size, int top) {
        return IntStream.range(0, size).mapToObj(q -> new Best(top)).toArray(Best[]::new);
    }
}
