package dev.gradus.server;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Writes the rows of a push by the shards that have them. Used by one thread. */
final class PushWriter {

    /** Rows of one node and table. */
    @SuppressWarnings("ArrayRecordComponent") // carries arrays from one method to the next, and is never compared
    private record Part(int node, int table, int width, Split split, float[] values, int at) {}

    private final int shards;
    private final List<Part> parts = new ArrayList<>();
    private final List<Split> spare = new ArrayList<>();
    private final PlaceCodec codec = new PlaceCodec();
    private List<TableSpec> tables = List.of();
    private List<Placement> placements = List.of();
    private boolean bf16;
    private float[] scratch = {};

    PushWriter(int shards) {
        this.shards = shards;
    }

    void begin(List<TableSpec> itsTables, List<Placement> itsPlacements, boolean narrow) {
        tables = itsTables;
        placements = itsPlacements;
        bf16 = narrow;
        parts.forEach(part -> spare.add(part.split()));
        parts.clear();
    }

    void add(int node, int table, int[] rows, int count, float[] values, int at) {
        TableSpec spec = tables.get(table);
        if (at < 0 || (long) count * spec.width() > values.length - at) {
            throw new IllegalArgumentException("values do not fill the rows: table=" + spec.name() + ", rows=" + count
                    + ", width=" + spec.width() + ", floats=" + (values.length - at));
        }
        Split split = spare.isEmpty() ? new Split() : spare.remove(spare.size() - 1);
        split.of(spec, placements.get(table), rows, count);
        parts.add(new Part(node, table, spec.width(), split, values, at));
    }

    /** How many rows a shard has of it. */
    int rows(int shard) {
        int rows = 0;
        for (Part part : parts) {
            rows += part.split().to(shard) - part.split().from(shard);
        }
        return rows;
    }

    /** Most bytes of what a shard has of it. */
    long bytes(int shard) {
        long bytes = Integer.BYTES;
        for (Part part : parts) {
            int count = part.split().to(shard) - part.split().from(shard);
            bytes += count == 0 ? 0 : PushReader.PART_BYTES + Codec.bytes(count, part.width(), bf16);
        }
        return bytes;
    }

    void write(ByteBuffer out, int shard) {
        int countAt = out.position();
        out.putInt(0);
        int written = 0;
        for (Part part : parts) {
            int from = part.split().from(shard);
            int to = part.split().to(shard);
            if (from < to) {
                out.putInt(part.node())
                        .putInt(part.table())
                        .putInt(part.width())
                        .putInt(to - from);
                codec.put(out, part.split().places(), from, to);
                putValues(out, part, shard);
                written++;
            }
        }
        out.putInt(countAt, written);
    }

    private void putValues(ByteBuffer out, Part part, int shard) {
        int floats = (part.split().to(shard) - part.split().from(shard)) * part.width();
        if (shards == 1) {
            Codec.putFloats(out, part.values(), part.at(), floats, bf16);
            return;
        }
        scratch = scratch.length < floats ? new float[Math.max(floats, 2 * scratch.length)] : scratch;
        part.split().gather(scratch, shard, part.values(), part.at(), part.width());
        Codec.putFloats(out, scratch, 0, floats, bf16);
    }
}
