package dev.gradus.data;

import java.util.List;

/**
 * Dense rows in <em>tiles</em> of {@value #TILE}: inside a tile all values of the first feature come first, then those
 * of the second, and so on. A vector register then holds one feature of several rows, so that kernels need neither
 * padding of the features nor sums across a register. The last tile is padded with zeros. Filled once, then only read.
 */
public final class DenseRows implements RowStore {

    /** Rows in a tile: four 512-bit registers of floats, eight of 256 bits. */
    public static final int TILE = 64;

    private final Shape shape;
    private final int rows;
    private final float[] values;
    private final float[] labels;

    private DenseRows(Shape shape, int rows) {
        int padded = ((rows + TILE - 1) / TILE) * TILE;
        this.shape = shape;
        this.rows = rows;
        this.values = new float[Math.multiplyExact(padded, shape.features())];
        this.labels = new float[padded];
    }

    /** The store itself, for models that work on tiles and on nothing else. */
    public static DenseRows of(RowStore store) {
        if (store instanceof DenseRows dense) {
            return dense;
        }
        throw new IllegalArgumentException("rows do not lie in tiles: store="
                + store.getClass().getSimpleName() + "; this model needs those that DenseRows.load makes");
    }

    /** Reads rows {@code from} to {@code to} of a source. */
    public static DenseRows load(RowSource source, long from, long to) throws DataException {
        if (to - from > Integer.MAX_VALUE / source.shape().features() - TILE) {
            throw new DataException("too many rows for one virtual shard: rows=" + (to - from) + ", features="
                    + source.shape().features() + "; use more virtualShards");
        }
        if (source.varied()) {
            throw new DataException(
                    "rows that are varied in every epoch cannot be trained on by this model: store=tiles;"
                            + " set data.augment to none");
        }
        DenseRows rows = new DenseRows(source.shape(), (int) (to - from));
        int[] next = {0};
        source.read(from, to, (features, label) -> rows.set(next[0]++, features, label));
        if (next[0] != rows.rows) {
            throw new DataException("source ended early: expected=" + rows.rows + " rows, read=" + next[0]);
        }
        return rows;
    }

    private void set(int row, float[] features, int label) {
        int at = row / TILE * TILE * shape.features() + row % TILE;
        for (int j = 0; j < shape.features(); j++) {
            values[at + j * TILE] = features[j];
        }
        labels[row] = label;
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public int rows() {
        return rows;
    }

    /** Feature {@code j} of row {@code i} stands at {@code (i / TILE * features + j) * TILE + i % TILE}. */
    public float[] values() {
        return values;
    }

    /** One label a row, padded to whole tiles. */
    @Override
    public float[] labels() {
        return labels;
    }

    /** Gathers the row from its tile; it is the same in every epoch. */
    @Override
    public void fill(int row, int epoch, float[] into, int at) {
        if (row < 0 || row >= rows) {
            throw new IndexOutOfBoundsException("no such row: row=" + row + ", rows=" + rows);
        }
        int from = row / TILE * TILE * shape.features() + row % TILE;
        for (int j = 0; j < shape.features(); j++) {
            into[at + j] = values[from + j * TILE];
        }
    }

    @Override
    public long rowBytes() {
        return Float.BYTES * (shape.features() + 1L);
    }

    @Override
    public List<float[]> memory() {
        return List.of(values);
    }
}
