package dev.gradus.server;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;
import dev.gradus.exchange.TreeShare;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.Traffic;
import dev.gradus.optim.RowRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What servers do, in one array a row and under one lock, without a wire: an oracle of what training on servers must
 * come to, for tests. Pulls are answered when they are asked for.
 */
public final class PlainServers {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final int workers;
    private List<TableSpec> specs = List.of();
    private Terms terms = Terms.async();
    private final List<Map<Integer, float[]>> rows = new ArrayList<>();
    private final List<@Nullable RowRule> rules = new ArrayList<>();
    private final Map<Long, List<PushBatch>> held = new TreeMap<>();
    private final TreeSet<Long> open = new TreeSet<>();
    private final long[] stalenessCells = new long[ServerStatistics.CELLS];
    private final List<String> log = new ArrayList<>();
    private long phase = -1;
    private long next;
    private long version;
    private int met;
    private long meetings;

    public PlainServers(int workers) {
        this.workers = workers;
    }

    public ServerLink link(int rank) {
        return new PlainLink(rank);
    }

    /** What was asked of the servers, in order: "pull" or "push". */
    public synchronized List<String> log() {
        return List.copyOf(log);
    }

    private synchronized void await(BooleanSupplier done) throws ExchangeException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!done.getAsBoolean()) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new ExchangeException(
                        -1, "nothing happens: phase=" + phase + ", open=" + open + ", held=" + held.size());
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ExchangeException(-1, "interrupted");
            }
        }
    }

    private synchronized void meet(Runnable byTheLast) throws ExchangeException {
        long mine = meetings;
        if (++met == workers) {
            met = 0;
            meetings++;
            byTheLast.run();
            notifyAll();
        }
        await(() -> meetings > mine);
    }

    private float[] row(int table, int row) {
        return rows.get(table).computeIfAbsent(row, unused -> fresh(table, row));
    }

    private float[] fresh(int table, int row) {
        TableSpec spec = specs.get(table);
        RowRule rule = rules.get(table);
        int stride = rule == null ? 1 : rule.stride();
        float[] values = new float[spec.width() * stride];
        spec.init().fill(values, 0, row, spec.width(), stride);
        return values;
    }

    private synchronized void read(int table, int[] ids, int count, float[] into) {
        RowRule rule = rules.get(table);
        int width = specs.get(table).width();
        for (int i = 0; i < count; i++) {
            float[] row = row(table, ids[i]);
            for (int k = 0; k < width; k++) {
                boolean bias = rule != null && specs.get(table).rule().biased() && ids[i] == 0;
                into[i * width + k] =
                        rule == null ? row[k] : bias ? rule.bias(row) : rule.weight(row, k * rule.stride());
            }
        }
    }

    private void apply(int table, SparseRows part, PushBatch push, long samples, double slower) {
        RowRule rule = rules.get(table);
        int width = specs.get(table).width();
        for (int i = 0; i < part.count(); i++) {
            float[] row = row(table, part.ids()[i]);
            for (int k = 0; k < width; k++) {
                float value = part.values()[i * width + k];
                if (rule == null) {
                    row[k] += (float) slower * value;
                } else {
                    rule.step(push.step());
                    rule.rate((float) (push.rate() * slower));
                    if (specs.get(table).rule().biased() && part.ids()[i] == 0) {
                        rule.moveBias(row, value * (1f / samples));
                    } else {
                        rule.move(row, k * rule.stride(), value * (1f / samples));
                    }
                }
            }
        }
    }

    private SparseRows rows(PushBatch.Part part) {
        TableSpec spec = specs.get(part.table());
        SparseRows rows = new SparseRows(spec.rows(), spec.width());
        for (int i = 0; i < part.count(); i++) {
            rows.add(part.rows()[i], part.values(), part.at() + i * spec.width());
        }
        return rows;
    }

    private void applyStep(List<PushBatch> pushes) {
        TreeShare share = new TreeShare(Math.max(terms.leaves(), workers), workers);
        int nodes = 0;
        for (int rank = 0; rank < workers; rank++) {
            nodes += share.nodes(rank).size();
        }
        long samples = pushes.stream().mapToLong(PushBatch::samples).sum();
        for (int table = 0; table < specs.size(); table++) {
            SparseRows[] sums = new SparseRows[nodes];
            for (int node = 0; node < nodes; node++) {
                sums[node] =
                        new SparseRows(specs.get(table).rows(), specs.get(table).width());
            }
            for (PushBatch push : pushes) {
                for (PushBatch.Part part : push.parts()) {
                    if (part.table() == table) {
                        sums[part.node()] = rows(part);
                    }
                }
            }
            int[] additions = share.additions();
            for (int i = 0; i < additions.length; i += 2) {
                SparseRows sum =
                        new SparseRows(specs.get(table).rows(), specs.get(table).width());
                sum.sum(sums[additions[i]], sums[additions[i + 1]]);
                sums[additions[i]] = sum;
            }
            apply(table, sums[0], pushes.get(0), samples, 1);
        }
        version++;
    }

    /** The link of one worker. */
    private final class PlainLink implements ServerLink {

        private final int rank;
        private long pushed = -1;
        private long applied = -1;

        PlainLink(int rank) {
            this.rank = rank;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int workers() {
            return workers;
        }

        @Override
        public int shards() {
            return 1;
        }

        @Override
        public void open(List<TableSpec> tables, Terms agreed) throws ExchangeException {
            pushed = -1;
            meet(() -> {
                specs = tables;
                terms = agreed;
                rows.clear();
                rules.clear();
                open.clear();
                phase = -1;
                version = 0;
                for (TableSpec spec : tables) {
                    rows.add(new TreeMap<>());
                    rules.add(spec.rule().create());
                }
            });
        }

        @Override
        public void set(int table, int fromRow, int count, float[] values, int at) {
            synchronized (PlainServers.this) {
                RowRule rule = rules.get(table);
                int stride = rule == null ? 1 : rule.stride();
                int width = specs.get(table).width();
                for (int i = 0; i < count * width; i++) {
                    row(table, fromRow + i / width)[i % width * stride] = values[at + i];
                }
            }
        }

        @Override
        public void setState(int table, int index, int fromRow, int count, float[] values, int at) {
            throw new UnsupportedOperationException("not asked for in these tests");
        }

        @Override
        public Pull pullState(int table, int index, int fromRow, int toRow) {
            throw new UnsupportedOperationException("not asked for in these tests");
        }

        @Override
        public Pull pull(int table, int[] ids, int count) throws ExchangeException {
            if (terms.consistency() == Consistency.SYNC) {
                PlainServers.this.await(() -> applied >= pushed || !held.containsKey(pushed));
            }
            float[] values = new float[count * specs.get(table).width()];
            long seen;
            synchronized (PlainServers.this) {
                log.add("pull");
                read(table, ids, count, values);
                seen = version;
            }
            return new PlainPull(values, seen);
        }

        @Override
        public Pull pullAll(int table, int fromRow, int toRow) throws ExchangeException {
            int[] ids = new int[toRow - fromRow];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = fromRow + i;
            }
            return pull(table, ids, ids.length);
        }

        @Override
        public Pull pullAll(int table, int fromRow, int toRow, Pull earlier) throws ExchangeException {
            return pullAll(table, fromRow, toRow);
        }

        @Override
        public void push(PushBatch batch) {
            synchronized (PlainServers.this) {
                log.add("push");
                for (PushBatch.Part part : batch.parts()) {
                    check(part);
                }
                if (terms.consistency() == Consistency.SYNC) {
                    hold(batch);
                } else {
                    long stale = batch.basis(0) < 0 ? 0 : Math.max(0, version - batch.basis(0) - batch.carried());
                    stalenessCells[(int) Math.min(stale, stalenessCells.length - 1)]++;
                    double slower = terms.adaptRate() ? 1.0 / (1 + stale) : 1;
                    for (PushBatch.Part part : batch.parts()) {
                        apply(part.table(), rows(part), batch, batch.samples(), slower);
                    }
                    version++;
                    open.remove(batch.ticket());
                }
                PlainServers.this.notifyAll();
            }
        }

        private void check(PushBatch.Part part) {
            for (int i = 0; i < part.count() * specs.get(part.table()).width(); i++) {
                if (!Float.isFinite(part.values()[part.at() + i])) {
                    throw new RefusedPushException("push is not finite: rank=" + rank, true);
                }
            }
        }

        /** Arrays of a push are its worker's again when it returns, so those that wait are copied. */
        private void hold(PushBatch batch) {
            PushBatch copy = new PushBatch(batch.step(), batch.samples(), batch.rate());
            for (PushBatch.Part part : batch.parts()) {
                int floats = part.count() * specs.get(part.table()).width();
                float[] values = java.util.Arrays.copyOfRange(part.values(), part.at(), part.at() + floats);
                copy.ofNode(part.node()).add(part.table(), part.rows().clone(), part.count(), values, 0);
            }
            pushed = batch.step();
            List<PushBatch> step = held.computeIfAbsent(batch.step(), unused -> new ArrayList<>());
            step.add(copy);
            if (step.size() == workers) {
                applyStep(step);
                held.remove(batch.step());
            }
        }

        @Override
        public void drain() {}

        @Override
        public Ticket ask(long itsPhase, long limit) {
            long mine;
            synchronized (PlainServers.this) {
                if (itsPhase > phase) {
                    phase = itsPhase;
                    next = 0;
                    open.clear();
                }
                mine = next < limit ? next++ : -1;
                if (mine >= 0) {
                    open.add(mine);
                }
            }
            return new Ticket() {
                @Override
                public boolean ready() {
                    synchronized (PlainServers.this) {
                        return mine < 0
                                || terms.consistency() != Consistency.BOUNDED
                                || mine <= open.first() + (long) terms.staleness() * workers;
                    }
                }

                @Override
                public long await() throws ExchangeException {
                    PlainServers.this.await(this::ready);
                    return mine;
                }
            };
        }

        @Override
        public float[] sum(float[] values) {
            throw new UnsupportedOperationException("not asked for in these tests");
        }

        @Override
        public void sum(TreeShare share, float[][] nodes, int from, int to) {
            throw new UnsupportedOperationException("not asked for in these tests");
        }

        @Override
        public int live() {
            return workers;
        }

        @Override
        public List<ServerStatistics> statistics() {
            synchronized (PlainServers.this) {
                List<Long> cells =
                        java.util.Arrays.stream(stalenessCells).boxed().toList();
                return List.of(new ServerStatistics(0, 0, version, 0, 0, 0, 0, 0, 0, 0, 0, cells, 0, 0, List.of(), 0));
            }
        }

        @Override
        public Traffic traffic() {
            return Traffic.NONE;
        }

        @Override
        public void limit(double bytesPerSecond) {}

        @Override
        public void bookTo(Ledger ledger) {}

        @Override
        public void check() {}

        @Override
        public void abort(int culprit, String reason) {}

        @Override
        public void leave() {}

        @Override
        public void close() {}
    }
}
