package dev.gradus.server;

/** Rows from one to another. On each shard they have places that follow each other. */
record RangeOfRows(TableSpec spec, Placement placement, int fromRow, int toRow) implements RemotePull.Rows {

    RangeOfRows {
        if (fromRow < 0 || toRow < fromRow || toRow > spec.rows()) {
            throw new IllegalArgumentException("range is outside the table: table=" + spec.name() + ", from=" + fromRow
                    + ", to=" + toRow + ", rows=" + spec.rows());
        }
    }

    int firstPlace(int shard) {
        return placement.placesBefore(shard, fromRow);
    }

    int endPlace(int shard) {
        return placement.placesBefore(shard, toRow);
    }

    @Override
    public int count() {
        return toRow - fromRow;
    }

    @Override
    public int width() {
        return spec.width();
    }

    @Override
    public int position(int shard, int number) {
        return placement.rowAt(shard, firstPlace(shard) + number) - fromRow;
    }

    @Override
    public boolean isWhole() {
        return placement.shards() == 1;
    }

    @Override
    public String describe() {
        return "all rows of table " + spec.name();
    }
}
