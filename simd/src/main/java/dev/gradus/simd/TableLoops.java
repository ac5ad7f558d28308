package dev.gradus.simd;

import dev.gradus.model.word2vec.Tile;
import java.util.Arrays;

/**
 * The loops over a tile of word2vec, whose columns lie in a table. Blocks are of eight columns; the last one takes half
 * the time if it has four or less.
 */
final class TableLoops {

    private static final int C = TableProducts.C;

    private final int stride;
    private final TableProducts products;

    /** Sums of what rows take, of all blocks but the last. */
    private float[] sums = new float[0];

    TableLoops(int stride) {
        this.stride = stride;
        this.products = new TableProducts(stride);
    }

    /** Fills up the last block with its first column, whose weight there is 0. */
    void pad(Tile tile) {
        int[] at = tile.columnAt();
        int first = at[(tile.columnBlocks() - 1) * C];
        for (int column = tile.columnCount(); column < tile.columnBlocks() * C; column++) {
            at[column] = first;
        }
    }

    /** Writes the scores of vectors that begin at {@code at}, and returns how many there are. */
    int multiply(Tile tile, float[] x, int[] at, float[] scores) {
        TableProducts.Columns columns = new TableProducts.Columns(tile.table(), tile.columnAt());
        int pairs = tile.predictorPairs();
        int whole = whole(tile);
        int into = 0;
        for (int pair = 0; pair < pairs; pair++) {
            for (int block = 0; block < tile.columnBlocks(); block++) {
                if (block < whole) {
                    products.multiply(x, at[2 * pair], at[2 * pair + 1], columns, block * C);
                } else {
                    products.multiplyHalf(x, at[2 * pair], at[2 * pair + 1], columns, block * C);
                }
                products.sum(scores, into);
                into += LaneSums.COUNT;
            }
        }
        return into;
    }

    /** Blocks with more than four columns. */
    private static int whole(Tile tile) {
        return (tile.columnCount() + C / 2 - 1) / C;
    }

    /** Updates rows and columns of a tile that was padded. */
    void updateRows(Tile tile, float[] errors) {
        float[] rows = tile.rows();
        int blocks = tile.columnBlocks();
        if (blocks > 1 && sums.length < rows.length) {
            sums = new float[rows.length];
        }
        for (int block = 0; block < blocks; block++) {
            float[] from = block == 0 ? rows : sums;
            float[] to = block == blocks - 1 ? rows : sums;
            TableUpdates.Vectors vectors = new TableUpdates.Vectors(rows, from, to, tile.rowAt(), tile.rowCount());
            update(tile, vectors, block, errors);
        }
    }

    /** Updates columns of a tile that was padded, and writes the changes of its hidden vectors. */
    void updateHidden(Tile tile, int[] hiddenAt, float[] changes, float[] errors) {
        Arrays.fill(changes, 0, tile.hiddenStride() * stride, 0);
        TableUpdates.Vectors vectors =
                new TableUpdates.Vectors(tile.hidden(), changes, changes, hiddenAt, tile.hiddenCount());
        for (int block = 0; block < tile.columnBlocks(); block++) {
            update(tile, vectors, block, errors);
        }
    }

    private void update(Tile tile, TableUpdates.Vectors vectors, int block, float[] errors) {
        TableProducts.Columns columns = new TableProducts.Columns(tile.table(), tile.columnAt());
        TableUpdates.Errors g =
                new TableUpdates.Errors(errors, block * LaneSums.COUNT, tile.columnBlocks() * LaneSums.COUNT);
        if (block < whole(tile)) {
            TableUpdates.update(vectors, stride, columns, block * C, g);
        } else {
            TableUpdates.updateFour(vectors, stride, columns, block * C, g);
        }
    }
}
