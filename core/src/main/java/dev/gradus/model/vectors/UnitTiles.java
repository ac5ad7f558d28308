package dev.gradus.model.vectors;

import static dev.gradus.model.vectors.DotKernel.TILE;

import dev.gradus.model.Table;
import java.util.stream.IntStream;

/**
 * The first words of a vocabulary as vectors of unit length, in tiles of {@link DotKernel#TILE} rows that lie column by
 * column. The last tile is filled up with zeros, and so is the row of a word without direction. Immutable.
 */
final class UnitTiles {

    private final int rows;
    private final int width;
    private final float[][] tiles;

    private UnitTiles(int rows, int width, float[][] tiles) {
        this.rows = rows;
        this.width = width;
        this.tiles = tiles;
    }

    /** Copies the rows; tiles are made in parallel. */
    static UnitTiles of(WordVectors vectors, int rows) {
        int width = vectors.dimension();
        float[][] tiles = new float[(rows + TILE - 1) / TILE][];
        IntStream.range(0, tiles.length).parallel().forEach(t -> tiles[t] = tile(vectors, t * TILE, rows));
        return new UnitTiles(rows, width, tiles);
    }

    int rows() {
        return rows;
    }

    int width() {
        return width;
    }

    int count() {
        return tiles.length;
    }

    /** The tile itself: only to be read. */
    float[] tile(int index) {
        return tiles[index];
    }

    private static float[] tile(WordVectors vectors, int first, int rows) {
        Table table = vectors.table();
        float[] tile = new float[table.width() * TILE];
        for (int i = 0; i < Math.min(TILE, rows - first); i++) {
            double norm = vectors.norm(first + i);
            double scale = norm == 0 ? 0 : 1 / norm;
            int from = table.at(first + i);
            for (int j = 0; j < table.width(); j++) {
                tile[j * TILE + i] = (float) (scale * table.values()[from + j]);
            }
        }
        return tile;
    }
}
