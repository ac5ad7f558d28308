package dev.gradus.server;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.Traffic;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A link that serves frequent rows from copies, if its terms say so. Used by the worker's thread. */
final class CachedLink implements ServerLink {

    private final ServerLink link;
    private final boolean remote;
    private List<TableSpec> tables = List.of();
    private List<Placement> placements = List.of();
    private @Nullable RowCache[] caches = {};
    private long steps;

    CachedLink(ServerLink link, boolean remote) {
        this.link = link;
        this.remote = remote;
    }

    @Override
    public void open(List<TableSpec> wanted, Terms terms) throws ExchangeException {
        link.open(wanted, terms);
        tables = List.copyOf(wanted);
        placements = Placement.of(wanted, link.shards());
        caches = new @Nullable RowCache[wanted.size()];
        steps = 0;
        // In synchronous steps everybody must see the same, so nobody may see what is old.
        boolean kept = terms.link().cacheRows() > 0 && terms.consistency() != Consistency.SYNC;
        for (int table = 0; kept && table < caches.length; table++) {
            caches[table] = new RowCache(wanted.get(table), terms.link());
        }
    }

    @Override
    public void set(int table, int fromRow, int rows, float[] values, int at) throws ExchangeException {
        link.set(table, fromRow, rows, values, at);
    }

    @Override
    public void setState(int table, int index, int fromRow, int rows, float[] values, int at) throws ExchangeException {
        link.setState(table, index, fromRow, rows, values, at);
    }

    @Override
    public Pull pullState(int table, int index, int fromRow, int toRow) throws ExchangeException {
        return link.pullState(table, index, fromRow, toRow);
    }

    @Override
    public Pull pull(int table, int[] rows, int count) throws ExchangeException {
        RowCache cache = caches[table];
        if (cache == null) {
            return link.pull(table, rows, count);
        }
        int[] missing = new int[count];
        int asked = 0;
        CachedPull pull = new CachedPull(table, cache, rows, count);
        for (int i = 0; i < count; i++) {
            if (cache.has(rows[i], steps)) {
                pull.serve(i, rows[i]);
            } else {
                missing[asked++] = rows[i];
            }
        }
        pull.ask(link.pull(table, missing, asked), missing, asked);
        return pull;
    }

    /** Rows of which some are copies, as they were when they were asked for. */
    private final class CachedPull implements Pull {

        private final int table;
        private final int width;
        private final RowCache cache;
        private final int[] rows;
        private final float[] values;
        private final boolean[] served;
        private final long[] versions = new long[link.shards()];
        private final long step = steps;
        private @Nullable Pull rest;
        private int[] missing = {};
        private int asked;

        CachedPull(int table, RowCache cache, int[] rows, int count) {
            this.table = table;
            this.width = tables.get(table).width();
            this.cache = cache;
            this.rows = Arrays.copyOf(rows, count);
            this.values = new float[count * width];
            this.served = new boolean[count];
            Arrays.fill(versions, -1);
        }

        void serve(int place, int row) {
            served[place] = true;
            cache.read(row, values, place * width);
            note(row, cache.version(row));
        }

        private void note(int row, long version) {
            int shard = placements.get(table).shardOf(row);
            versions[shard] = versions[shard] < 0 ? version : Math.min(versions[shard], version);
        }

        void ask(Pull pull, int[] ids, int count) {
            rest = pull;
            missing = ids;
            asked = count;
        }

        @Override
        public void await(float[] into, int at) throws ExchangeException {
            Pull pull = rest;
            if (pull == null) {
                throw new IllegalStateException("nothing was asked for");
            }
            float[] fetched = new float[asked * width];
            pull.await(fetched, 0);
            for (int i = 0; i < asked; i++) {
                long version = pull.version(placements.get(table).shardOf(missing[i]));
                cache.keep(missing[i], fetched, i * width, step, version);
                note(missing[i], version);
            }
            int next = 0;
            for (int i = 0; i < rows.length; i++) {
                float[] from = served[i] ? values : fetched;
                int place = served[i] ? i : next++;
                System.arraycopy(from, place * width, into, at + i * width, width);
            }
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

    @Override
    public void push(PushBatch batch) throws ExchangeException {
        link.push(batch);
        steps++;
        for (PushBatch.Part part : batch.parts()) {
            RowCache cache = caches[part.table()];
            if (cache != null) {
                cache.push(part.rows(), part.count(), part.values(), part.at());
            }
        }
    }

    @Override
    public Pull pullAll(int table, int fromRow, int toRow) throws ExchangeException {
        return link.pullAll(table, fromRow, toRow);
    }

    @Override
    public Pull pullAll(int table, int fromRow, int toRow, Pull earlier) throws ExchangeException {
        return link.pullAll(table, fromRow, toRow, earlier);
    }

    @Override
    public int rank() {
        return link.rank();
    }

    @Override
    public int workers() {
        return link.workers();
    }

    @Override
    public int shards() {
        return link.shards();
    }

    @Override
    public void drain() throws ExchangeException {
        link.drain();
    }

    @Override
    public Ticket ask(long phase, long limit) throws ExchangeException {
        return link.ask(phase, limit);
    }

    @Override
    public float[] sum(float[] values) throws ExchangeException {
        return link.sum(values);
    }

    @Override
    public void sum(TreeShare share, float[][] nodes, int from, int to) throws ExchangeException {
        link.sum(share, nodes, from, to);
    }

    @Override
    public void broadcast(int root, float[] values, int from, int to) throws ExchangeException {
        link.broadcast(root, values, from, to);
    }

    @Override
    public int live() {
        return link.live();
    }

    @Override
    public List<ServerStatistics> statistics() throws ExchangeException {
        return link.statistics();
    }

    @Override
    public Traffic traffic() {
        return link.traffic();
    }

    @Override
    public void limit(double bytesPerSecond) {
        link.limit(bytesPerSecond);
    }

    @Override
    public void bookTo(Ledger ledger) {
        link.bookTo(ledger);
    }

    @Override
    public boolean isRemote() {
        return remote && link.isRemote();
    }

    @Override
    public void check() throws ExchangeException {
        link.check();
    }

    @Override
    public void abort(int culprit, String reason) {
        link.abort(culprit, reason);
    }

    @Override
    public void leave() throws ExchangeException {
        link.leave();
    }

    @Override
    public void close() {
        link.close();
    }
}
