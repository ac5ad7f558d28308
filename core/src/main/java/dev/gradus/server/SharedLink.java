package dev.gradus.server;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.metrics.Account;
import java.util.Arrays;
import java.util.List;

/**
 * A worker's way to shards whose tables it has mapped: it reads and moves rows itself, and nobody has to be woken. The
 * connections beside carry all else, and tell when a shard is lost. Tables that are opened anew are worked on with the
 * same arrays: those of a rehearsal have grown already, and code that never saw them grow again stays compiled. Guarded
 * by the lock of its link.
 */
final class SharedLink {

    private final int rank;
    private final LinkPump pump;
    private final SpareFloats spare = new SpareFloats();
    private final Split split = new Split();
    private List<SharedRows> shards = List.of();
    private List<Placement> placements = List.of();
    private boolean adaptRate;
    private Split[] splits = {};
    private int[] log = new int[1024];
    private float[] rows = new float[1024];

    /** The rows of all shards, in their order, and what their workers agreed on. */
    record Shared(List<SharedRows> shards, List<TableSpec> tables, boolean adaptRate) {}

    SharedLink(int rank, LinkPump pump) {
        this.rank = rank;
        this.pump = pump;
    }

    /** Goes on with these rows, and no others. */
    SharedLink over(Shared shared) {
        shards = shared.shards();
        placements = Placement.of(shared.tables(), shards.size());
        adaptRate = shared.adaptRate();
        return this;
    }

    /** Reads rows now, so that no later push of this worker is in them. */
    ServerLink.Pull pull(int table, int[] ids, int count) throws ExchangeException {
        TableSpec spec = shards.get(0).tables().get(table).spec();
        split.of(spec, placements.get(table), ids, count);
        Values pull = new Values(spec, spare.take(count * spec.width()), count, new long[shards.size()]);
        Arrays.fill(pull.versions, -1);
        for (int shard = 0; shard < shards.size(); shard++) {
            if (split.from(shard) < split.to(shard)) {
                Account before = pump.bookPull(shard);
                try {
                    pull.versions[shard] = read(shard, table, pull);
                } finally {
                    pump.booked(before);
                }
            }
        }
        pump.rest();
        return pull;
    }

    /** Reads the rows {@code fromRow} to {@code toRow}. */
    ServerLink.Pull pullAll(int table, int fromRow, int toRow) throws ExchangeException {
        int[] ids = new int[toRow - fromRow];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = fromRow + i;
        }
        return pull(table, ids, ids.length);
    }

    /** Returns the version that was read. */
    private long read(int shard, int table, Values into) throws ExchangeException {
        SharedRows memory = shards.get(shard);
        SharedTable from = memory.tables().get(table);
        int first = split.from(shard);
        int count = split.to(shard) - first;
        grow(0, count * from.rowFloats());
        int width = into.spec.width();
        long bytesBack = (long) count * width * Float.BYTES;
        long version;
        memory.lock(rank, pump.patience("rows of shard", shard));
        long start = System.nanoTime();
        try {
            from.gather(split.places(), first, count, rows, 0);
            version = memory.version();
            memory.add(rank, SharedRows.Count.PULLS, 1);
            memory.add(rank, SharedRows.Count.PULLED_ROWS, count);
            memory.add(rank, SharedRows.Count.BYTES_IN, (long) count * Integer.BYTES);
            memory.add(rank, SharedRows.Count.BYTES_OUT, bytesBack);
            memory.add(rank, SharedRows.Count.BUSY_NANOS, System.nanoTime() - start);
        } finally {
            memory.unlock(rank);
        }
        for (int i = 0; i < count; i++) {
            int place = split.places()[first + i];
            from.weights(rows, i * from.rowFloats(), place, into.values, split.position(first + i) * width);
        }
        pump.shared((long) count * Integer.BYTES, bytesBack);
        return version;
    }

    private void grow(int ints, int floats) {
        if (log.length < ints) {
            log = Arrays.copyOf(log, Math.max(ints, 2 * log.length));
        }
        if (rows.length < floats) {
            rows = Arrays.copyOf(rows, Math.max(floats, 2 * rows.length));
        }
    }

    /** Values that were read. */
    private final class Values implements ServerLink.Pull {

        private final TableSpec spec;
        private final float[] values;
        private final int count;
        private final long[] versions;
        private boolean taken;

        Values(TableSpec spec, float[] values, int count, long[] versions) {
            this.spec = spec;
            this.values = values;
            this.count = count;
            this.versions = versions;
        }

        @Override
        public void await(float[] into, int at) throws ExchangeException {
            if (taken) {
                throw new IllegalStateException("values were taken before: rows of table " + spec.name());
            }
            taken = true;
            System.arraycopy(values, 0, into, at, count * spec.width());
            pump.enter();
            spare.give(values);
            pump.exit(false);
        }

        @Override
        public int shards() {
            return versions.length;
        }

        @Override
        public long version(int shard) {
            return versions[shard];
        }
    }

    /** The next step of a phase, or -1 if none is left. */
    long take(long phase, long limit) throws ExchangeException {
        SharedRows memory = shards.get(0);
        memory.lock(rank, pump.patience("a step of shard", 0));
        try {
            return memory.take(rank, phase, limit);
        } finally {
            memory.unlock(rank);
        }
    }

    /** Applies a push, on each shard as a whole; false, and nothing done, if it is too long for that. */
    boolean push(PushBatch batch) throws ExchangeException {
        List<PushBatch.Part> parts = batch.parts();
        while (splits.length < parts.size()) {
            splits = Arrays.copyOf(splits, splits.length + 1);
            splits[splits.length - 1] = new Split();
        }
        for (int i = 0; i < parts.size(); i++) {
            PushBatch.Part part = parts.get(i);
            TableSpec spec = shards.get(0).tables().get(part.table()).spec();
            check(part, spec);
            splits[i].of(spec, placements.get(part.table()), part.rows(), part.count());
        }
        for (int shard = 0; shard < shards.size(); shard++) {
            if (!fits(parts, shard)) {
                return false;
            }
        }
        for (int shard = 0; shard < shards.size(); shard++) {
            Account before = pump.bookPush(shard);
            try {
                push(batch, shard);
            } finally {
                pump.booked(before);
            }
        }
        return true;
    }

    /** What shards refuse in messages is refused here in the same words, before anything is applied. */
    private void check(PushBatch.Part part, TableSpec spec) throws ExchangeException {
        long floats = (long) part.count() * spec.width();
        if (part.at() < 0 || floats > part.values().length - part.at()) {
            throw new IllegalArgumentException("values do not fill the rows: table=" + spec.name() + ", rows="
                    + part.count() + ", width=" + spec.width() + ", floats=" + (part.values().length - part.at()));
        }
        int bad = Codec.notFinite(part.values(), part.at(), part.at() + (int) floats);
        if (bad >= 0) {
            count(0, SharedRows.Count.REFUSED);
            int row = part.rows()[(bad - part.at()) / spec.width()];
            throw new RefusedPushException(
                    "push of rank " + rank + " refused: value is not finite: table=" + spec.name() + ", row=" + row
                            + ", value=" + part.values()[bad],
                    true);
        }
    }

    private void count(int shard, SharedRows.Count what) throws ExchangeException {
        SharedRows memory = shards.get(shard);
        memory.lock(rank, pump.patience("rows of shard", shard));
        memory.add(rank, what, 1);
        memory.unlock(rank);
    }

    /** A step was pushed that {@link #push} did not take. */
    void pushedApart() throws ExchangeException {
        count(0, SharedRows.Count.DONE);
    }

    private boolean fits(List<PushBatch.Part> parts, int shard) {
        long ints = 0;
        long floats = 0;
        for (int i = 0; i < parts.size(); i++) {
            int count = splits[i].to(shard) - splits[i].from(shard);
            ints += 2 + count;
            floats += (long) count
                    * shards.get(shard).tables().get(parts.get(i).table()).rowFloats();
        }
        boolean fits = ints <= SharedRows.LOG_PLACES && floats <= SharedRows.LOG_FLOATS;
        if (fits) {
            grow((int) ints, (int) floats);
        }
        return fits;
    }

    private void push(PushBatch batch, int shard) throws ExchangeException {
        SharedRows memory = shards.get(shard);
        int length = list(batch.parts(), shard);
        if (length == 0 && shard > 0) {
            return;
        }
        memory.lock(rank, pump.patience("rows of shard", shard));
        long start = System.nanoTime();
        try {
            long version = memory.version();
            long staleness = batch.basis(shard) < 0 ? 0 : Math.max(0, version - batch.basis(shard) - batch.carried());
            if (length > 0) {
                move(batch, shard, adaptRate ? 1f / (1 + staleness) : 1, length);
                memory.stale(rank, staleness);
                memory.version(version + 1);
            }
            memory.add(rank, SharedRows.Count.PUSHES, 1);
            memory.add(rank, SharedRows.Count.BUSY_NANOS, System.nanoTime() - start);
            if (shard == 0 && batch.ticket() >= 0) {
                memory.add(rank, SharedRows.Count.DONE, 1);
            }
        } finally {
            memory.unlock(rank);
        }
    }

    /** Notes tables and places as the log has them, and returns how many numbers these are. */
    private int list(List<PushBatch.Part> parts, int shard) {
        int length = 0;
        for (int i = 0; i < parts.size(); i++) {
            int from = splits[i].from(shard);
            int count = splits[i].to(shard) - from;
            if (count > 0) {
                log[length] = parts.get(i).table();
                log[length + 1] = count;
                System.arraycopy(splits[i].places(), from, log, length + 2, count);
                length += 2 + count;
            }
        }
        return length;
    }

    private void move(PushBatch batch, int shard, float share, int length) {
        SharedRows memory = shards.get(shard);
        int at = 0;
        int floats = 0;
        long values = 0;
        for (int i = 0; i < batch.parts().size(); i++) {
            PushBatch.Part part = batch.parts().get(i);
            int from = splits[i].from(shard);
            int count = splits[i].to(shard) - from;
            if (count > 0) {
                SharedTable table = memory.tables().get(part.table());
                int width = table.spec().width();
                table.gather(log, at + 2, count, rows, floats);
                table.prepare(batch.rate() * share, batch.step());
                boolean adds = table.spec().rule().kind().equals(ServerRule.ADD);
                float scale = adds ? share : 1f / Math.max(1, batch.samples());
                for (int k = 0; k < count; k++) {
                    int value = part.at() + splits[i].position(from + k) * width;
                    table.move(rows, floats + k * table.rowFloats(), log[at + 2 + k], part.values(), value, scale);
                }
                at += 2 + count;
                floats += count * table.rowFloats();
                values += (long) count * width;
                memory.add(rank, SharedRows.Count.PUSHED_ROWS, count);
            }
        }
        memory.log(log, length, rows, floats);
        write(memory, length);
        memory.logDone();
        long bytes = length * (long) Integer.BYTES + values * Float.BYTES;
        memory.add(rank, SharedRows.Count.BYTES_IN, bytes);
        pump.shared(bytes, 0);
    }

    private void write(SharedRows memory, int length) {
        int floats = 0;
        for (int at = 0; at < length; at += 2 + log[at + 1]) {
            SharedTable table = memory.tables().get(log[at]);
            table.scatter(log, at + 2, log[at + 1], rows, floats);
            floats += log[at + 1] * table.rowFloats();
        }
    }
}
