package dev.gradus.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables of one shard, how they are read and moved, and how stale what moves them is. Guarded by the lock of the
 * shard: many threads may pull at once, each for another worker, and one alone may do anything else.
 */
final class TableStore {

    private final Terms terms;
    private final List<ShardTable> tables = new ArrayList<>();
    private final PushReader reader = new PushReader();
    private final ShardCounts counts;

    /** Pushes applied so far; setting rows counts as one. Kept in shared memory, if there is any. */
    private long version;

    private @Nullable SharedRows shared;

    TableStore(List<TableSpec> specs, Terms terms, int shard, int shards, ShardCounts counts) {
        this.terms = terms;
        this.counts = counts;
        List<Placement> placements = Placement.of(specs, shards);
        long pages = 0;
        for (int i = 0; i < specs.size(); i++) {
            pages += ShardTable.pages(specs.get(i), placements.get(i), shard);
        }
        PageMemory.checkPages(pages);
        for (int i = 0; i < specs.size(); i++) {
            tables.add(new ShardTable(specs.get(i), placements.get(i), shard));
        }
    }

    /** Puts the tables, of which no row was moved so far, into memory that is shared with all workers. */
    void share(SharedRows rows) {
        shared = rows;
        for (int i = 0; i < tables.size(); i++) {
            tables.get(i).share(rows.tables().get(i));
        }
    }

    private long version() {
        SharedRows rows = shared;
        return rows == null ? version : rows.version();
    }

    private long nextVersion() {
        SharedRows rows = shared;
        version = version() + 1;
        if (rows != null) {
            rows.version(version);
        }
        return version;
    }

    /** The version at which a table last changed; of one that others change too, the newest that may have been. */
    private long changedAt(ShardTable table) {
        return shared == null ? table.changedAt() : version();
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
        PullScratch scratch = from.scratch();
        scratch.grow(count, table.width());
        scratch.codec().take(in, scratch.places(), 0, count, table.rows());
        table.read(scratch.places(), count, scratch.values());
        answer(from, tag, count, table.width(), terms.bf16());
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
        if (since >= changedAt(table)) {
            from.answer(FrameType.UNCHANGED, tag, Long.BYTES, out -> out.putLong(version()));
            counts.pulled(0);
            return;
        }
        PullScratch scratch = from.scratch();
        scratch.grow(end - first, table.width());
        for (int place = first; place < end; place++) {
            table.readRow(place, scratch.values(), (place - first) * table.width());
        }
        answer(from, tag, end - first, table.width(), terms.bf16());
    }

    private void answer(ShardConnection to, int tag, int count, int width, boolean bf16) {
        int floats = count * width;
        to.answer(FrameType.VALUES, tag, Long.BYTES + floats * Float.BYTES, out -> {
            out.putLong(version());
            Codec.putFloats(out, to.scratch().values(), 0, floats, bf16);
        });
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
        PullScratch scratch = from.scratch();
        scratch.grow(end - first, table.width());
        for (int place = first; place < end; place++) {
            table.readState(place, index, scratch.values(), (place - first) * table.width());
        }
        answer(from, tag, end - first, table.width(), false);
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
        nextVersion();
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
        long staleness = head.basis() < 0 ? 0 : Math.max(0, version() - head.basis() - head.carried());
        float share = terms.adaptRate() ? 1f / (1 + staleness) : 1;
        if (!reader.parts().isEmpty()) {
            counts.stale(staleness);
            nextVersion();
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
