package dev.gradus.simd;

import dev.gradus.model.word2vec.Tile;

/**
 * The loops over a tile of word2vec whose rows predict and whose columns all lie in one table. Blocks are of eight
 * columns; the last one takes half the time if it has four or less. Only for registers of as many lanes as
 * {@link LaneSums} sums.
 */
final class TableLoops {

    private static final int C = TileProducts.C;

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

    /** Writes the scores of a tile that was padded, and returns how many there are. */
    int multiply(Tile tile, float[] table, float[] scores) {
        TableProducts.Columns columns = new TableProducts.Columns(table, tile.columnAt());
        float[] rows = tile.rows();
        int[] at = tile.rowAt();
        int pairs = tile.predictorPairs();
        int whole = whole(tile);
        int into = 0;
        for (int pair = 0; pair < pairs; pair++) {
            for (int block = 0; block < tile.columnBlocks(); block++) {
                if (block < whole) {
                    products.multiply(rows, at[2 * pair], at[2 * pair + 1], columns, block * C);
                } else {
                    products.multiplyHalf(rows, at[2 * pair], at[2 * pair + 1], columns, block * C);
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
    void update(Tile tile, float[] table, float[] errors) {
        TableProducts.Columns columns = new TableProducts.Columns(table, tile.columnAt());
        float[] rows = tile.rows();
        int blocks = tile.columnBlocks();
        if (blocks > 1 && sums.length < rows.length) {
            sums = new float[rows.length];
        }
        int whole = whole(tile);
        for (int block = 0; block < blocks; block++) {
            float[] from = block == 0 ? rows : sums;
            float[] to = block == blocks - 1 ? rows : sums;
            TableUpdates.Vectors vectors = new TableUpdates.Vectors(rows, from, to, tile.rowAt(), tile.rowCount());
            TileUpdates.Errors g = new TileUpdates.Errors(errors, block * LaneSums.COUNT, blocks * LaneSums.COUNT);
            if (block < whole) {
                TableUpdates.update(vectors, stride, columns, block * C, g);
            } else {
                TableUpdates.updateFour(vectors, stride, columns, block * C, g);
            }
        }
    }
}
