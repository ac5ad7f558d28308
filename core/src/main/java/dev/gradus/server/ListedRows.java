package dev.gradus.server;

/** Rows by their ids. */
final class ListedRows implements RemotePull.Rows {

    private final TableSpec spec;
    private final Split split = new Split();
    private final int count;

    ListedRows(TableSpec spec, Placement placement, int[] rows, int count) {
        this.spec = spec;
        this.count = count;
        split.of(spec, placement, rows, count);
    }

    int from(int shard) {
        return split.from(shard);
    }

    int to(int shard) {
        return split.to(shard);
    }

    int[] places() {
        return split.places();
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int width() {
        return spec.width();
    }

    @Override
    public int position(int shard, int number) {
        return split.position(split.from(shard) + number);
    }

    @Override
    public boolean isWhole() {
        return split.isWhole();
    }

    @Override
    public String describe() {
        return "rows of table " + spec.name();
    }
}
