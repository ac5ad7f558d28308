package dev.gradus.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of one shard, how they are read and moved, and how stale what moves them is. Belongs to the shard's
 * thread.
 */
final class TableStore {

    /** Most floats of one answer. */
    static final int MOST_FLOATS = FrameInput.MOST_PAYLOAD / Float.BYTES - Long.BYTES;

    private final Terms terms;
    private final List<ShardTable> tables = new ArrayList<>();
    private final PushReader reader = new PushReader();
    private final PlaceCodec codec = new PlaceCodec();
    private final ShardCounts counts;
    private int[] places = new int[1024];
    private float[] values = new float[1024];

    /** Pushes applied so far; setting rows counts as one. */
    private long version;

    TableStore(List<TableSpec> specs, Terms terms, int shard, int shards, ShardCounts counts) {
        this.terms = terms;
        this.counts = counts;
        List<Placement> placements = Placement.of(specs, shards);
        for (int i = 0; i < specs.size(); i++) {
            tables.add(new ShardTable(specs.get(i), placements.get(i), shard));
        }
    }

    List<ShardTable> tables() {
        return tables;
    }

    private ShardTable table(int number) throws IOException {
        if (number < 0 || number >= tables.size()) {
            throw new IOException("there is no such table: table=" + number + ", tables=" + tables.size());
        }
        return tables.get(number);
    }

    /** Answers a request for rows by their places. */
    void pull(ShardConnection from, int tag, int number, ByteBuffer in) throws IOException {
        ShardTable table = table(number);
        int count = PushReader.count(in, table);
        grow(count, table.width());
        codec.take(in, places, 0, count, table.rows());
        table.read(places, count, values);
        answer(from, tag, count, table.width());
    }

    /** Answers a request for rows from place to place, with a few bytes if the table is as it was. */
    void pullRange(ShardConnection from, int tag, int number, ByteBuffer in) throws IOException {
        ShardTable table = table(number);
        if (in.remaining() != 2 * Integer.BYTES + Long.BYTES) {
            throw new IOException("request for a range is wrong: bytes=" + in.remaining());
        }
        int first = in.getInt();
        int end = in.getInt();
        long since = in.getLong();
        if (first < 0 || end < first || end > table.rows()) {
            throw new IOException(
                    "range is outside the table: from=" + first + ", to=" + end + ", places=" + table.rows());
        }
        if (since >= table.changedAt()) {
            from.begin(Long.BYTES).putLong(version);
            from.end(FrameType.UNCHANGED, tag);
            counts.pulled(0);
            return;
        }
        grow(end - first, table.width());
        for (int place = first; place < end; place++) {
            table.readRow(place, values, (place - first) * table.width());
        }
        answer(from, tag, end - first, table.width());
    }

    private void grow(int count, int width) throws IOException {
        long floats = (long) count * width;
        if (floats > MOST_FLOATS) {
            throw new IOException("too many rows at once: rows=" + count + ", width=" + width);
        }
        if (places.length < count) {
            places = new int[Math.max(count, 2 * places.length)];
        }
        if (values.length < floats) {
            values = new float[(int) Math.max(floats, Math.min(MOST_FLOATS, 2L * values.length))];
        }
    }

    private void answer(ShardConnection to, int tag, int count, int width) {
        ByteBuffer out = to.begin(Long.BYTES + count * width * Float.BYTES);
        out.putLong(version);
        Codec.putFloats(out, values, 0, count * width, terms.bf16());
        to.end(FrameType.VALUES, tag);
        counts.pulled(count);
    }

    /** Answers a request for what the rule remembers of rows from place to place, always in 32 bits. */
    void pullState(ShardConnection from, int tag, int number, ByteBuffer in) throws IOException {
        ShardTable table = table(number);
        if (in.remaining() != 3 * Integer.BYTES) {
            throw new IOException("request for a range is wrong: bytes=" + in.remaining());
        }
        int index = stateIndex(in.getInt(), table);
        int first = in.getInt();
        int end = in.getInt();
        if (first < 0 || end < first || end > table.rows()) {
            throw new IOException(
                    "range is outside the table: from=" + first + ", to=" + end + ", places=" + table.rows());
        }
        grow(end - first, table.width());
        for (int place = first; place < end; place++) {
            table.readState(place, index, values, (place - first) * table.width());
        }
        int floats = (end - first) * table.width();
        ByteBuffer out = from.begin(Long.BYTES + floats * Float.BYTES);
        out.putLong(version);
        Codec.putFloats(out, values, 0, floats, false);
        from.end(FrameType.VALUES, tag);
        counts.pulled(end - first);
    }

    private static int stateIndex(int index, ShardTable table) throws IOException {
        if (index < 0 || index >= table.remembered()) {
            throw new IOException("rule remembers no such number: table="
                    + table.spec().name() + ", index=" + index + ", numbers=" + table.remembered());
        }
        return index;
    }

    /** Sets what the rule remembers of rows: the index of the number, then rows as in {@link #set}. */
    void setState(ByteBuffer in) throws IOException, PushReader.Refusal {
        if (in.remaining() < 2 * Integer.BYTES) {
            throw new IOException("rows are cut off: bytes=" + in.remaining());
        }
        int index = in.getInt();
        reader.read(in, tables, false);
        for (PushReader.Part part : reader.parts()) {
            stateIndex(index, part.table());
        }
        setParts((table, place, at) -> table.setState(place, index, reader.values(), at));
    }

    /** Sets rows, given as one part of a push is. */
    void set(ByteBuffer in) throws IOException, PushReader.Refusal {
        reader.read(in, tables, false);
        setParts((table, place, at) -> table.set(place, reader.values(), at));
    }

    /** Sets one row of a table to values that stand from {@code at} on. */
    private interface RowSetter {
        void set(ShardTable table, int place, int at);
    }

    private void setParts(RowSetter setter) {
        version++;
        for (PushReader.Part part : reader.parts()) {
            ShardTable table = part.table();
            for (int i = 0; i < part.count(); i++) {
                int place = reader.places()[part.placesAt() + i];
                setter.set(table, place, part.valuesAt() + i * table.width());
            }
            table.changed(version);
        }
    }

    /** Reads and checks a push, of which nothing is applied yet. */
    PushReader read(ByteBuffer in) throws IOException, PushReader.Refusal {
        reader.read(in, tables, terms.bf16());
        return reader;
    }

    /** Applies the push that was read last. */
    void apply(PushReader.Head head) {
        long staleness = head.basis() < 0 ? 0 : Math.max(0, version - head.basis() - head.carried());
        float share = terms.adaptRate() ? 1f / (1 + staleness) : 1;
        if (!reader.parts().isEmpty()) {
            counts.stale(staleness);
            version++;
        }
        long rows = 0;
        for (PushReader.Part part : reader.parts()) {
            ShardTable table = part.table();
            boolean adds = table.spec().rule().kind().equals(ServerRule.ADD);
            table.prepare(head.rate() * share, head.step());
            float scale = adds ? share : 1f / Math.max(1, head.samples());
            for (int i = 0; i < part.count(); i++) {
                int place = reader.places()[part.placesAt() + i];
                table.move(place, reader.values(), part.valuesAt() + i * table.width(), scale);
            }
            table.changed(version);
            rows += part.count();
        }
        counts.pushed(rows);
    }

    /** Applies a synchronous step and returns the pushes that made it. */
    List<SyncStep.Pushed> apply(SyncStep step) {
        version++;
        List<SyncStep.Pushed> pushes = step.apply(version);
        for (int i = 0; i < pushes.size(); i++) {
            counts.stale(0);
        }
        return pushes;
    }

    long bytesHeld() {
        return tables.stream().mapToLong(ShardTable::bytesHeld).sum();
    }
}
