package dev.gradus.server;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.Traffic;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The link of one worker, over connections to all shards. */
final class RemoteLink implements ServerLink {

    /** Most floats of one answer or of one request to set rows: 1 MiB. */
    static final int MOST_FLOATS = 1 << 18;

    private final int rank;
    private final int workers;
    private final int machine;
    private final List<ShardClient> shards;
    private final LinkPump pump;
    private final PushWriter writer;
    private final PlaceCodec codec = new PlaceCodec();
    private final SpareFloats spare = new SpareFloats();
    private final RemoteSums sums;
    private final SharedLink sharing;
    private List<TableSpec> tables = List.of();
    private List<Placement> placements = List.of();
    private Terms terms = Terms.async();
    private @Nullable RefusedPushException refused;
    private @Nullable SharedLink shared;
    private long pushes;

    /** {@code machine} is a number for this one if its memory may be shared, else 0. */
    RemoteLink(LinkBuilder.Worker worker, List<ShardClient> shards, LinkPump pump, int machine) {
        this.rank = worker.rank();
        this.workers = worker.workers();
        this.machine = machine;
        this.shards = shards;
        this.pump = pump;
        this.sums = new RemoteSums(pump, workers);
        this.sharing = new SharedLink(rank, pump);
        this.writer = new PushWriter(shards.size());
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
        return shards.size();
    }

    /** What is done under the lock. */
    private interface Work<T> {
        T run() throws ExchangeException;
    }

    private <T> T call(Work<T> work) throws ExchangeException {
        return call(true, work);
    }

    /** Unless {@code now}, what is asked for need not leave before the next request. */
    private <T> T call(boolean now, Work<T> work) throws ExchangeException {
        pump.enter();
        try {
            RefusedPushException reason = refused;
            if (reason != null) {
                throw new RefusedPushException(String.valueOf(reason.getMessage()), reason.notFinite());
            }
            return work.run();
        } finally {
            pump.exit(now);
        }
    }

    private ShardClient ready(int shard) throws ExchangeException {
        return pump.ready(shards.get(shard));
    }

    @Override
    public void open(List<TableSpec> wanted, Terms agreed) throws ExchangeException {
        call(() -> {
            RemoteOpening opening = new RemoteOpening(pump, shards, workers);
            opening.open(wanted, agreed, machine);
            tables = List.copyOf(wanted);
            placements = Placement.of(wanted, shards.size());
            terms = agreed;
            List<SharedRows> rows = opening.shared();
            shared = rows.isEmpty() ? null : sharing.over(new SharedLink.Shared(rows, tables, terms.adaptRate()));
            return tables;
        });
    }

    @Override
    public void set(int table, int fromRow, int rows, float[] values, int at) throws ExchangeException {
        RemoteTables.Rows given = new RemoteTables.Rows(table, fromRow, rows, values, at);
        call(() -> whole().set(given, RemoteTables.WEIGHTS));
    }

    @Override
    public void setState(int table, int index, int fromRow, int rows, float[] values, int at) throws ExchangeException {
        RemoteTables.Rows given = new RemoteTables.Rows(table, fromRow, rows, values, at);
        call(() -> whole().set(given, remembered(table, index)));
    }

    @Override
    public Pull pullState(int table, int index, int fromRow, int toRow) throws ExchangeException {
        return call(() -> whole().pullState(table, remembered(table, index), fromRow, toRow));
    }

    private RemoteTables whole() {
        return new RemoteTables(pump, shards, tables, placements);
    }

    private int remembered(int table, int index) {
        TableSpec spec = tables.get(table);
        if (index < 0 || index >= spec.rule().remembered()) {
            throw new IllegalArgumentException("rule remembers no such number: table=" + spec.name() + ", rule="
                    + spec.rule().kind() + ", index=" + index);
        }
        return index;
    }

    @Override
    public Pull pull(int table, int[] rows, int count) throws ExchangeException {
        SharedLink direct = shared;
        if (direct != null) {
            return call(false, () -> direct.pull(table, rows, count));
        }
        TableSpec spec = tables.get(table);
        ListedRows listed = new ListedRows(spec, placements.get(table), rows, count);
        int most = Math.max(1, MOST_FLOATS / spec.width());
        return call(() -> {
            RemotePull pull = new RemotePull(pump, spare, listed, shards.size(), terms.bf16());
            for (int shard = 0; shard < shards.size(); shard++) {
                int end = listed.to(shard);
                for (int from = listed.from(shard); from < end; from += most) {
                    int to = Math.min(end, from + most);
                    ByteBuffer out = ready(shard).begin(Codec.bytes(to - from, 0, false));
                    out.putInt(to - from);
                    codec.put(out, listed.places(), from, to);
                    int base = listed.from(shard);
                    shards.get(shard).end(FrameType.PULL, table, pull.piece(shard, from - base, to - base));
                }
            }
            return pull;
        });
    }

    @Override
    public Pull pullAll(int table, int fromRow, int toRow) throws ExchangeException {
        return pullRange(table, fromRow, toRow, null);
    }

    @Override
    public Pull pullAll(int table, int fromRow, int toRow, Pull earlier) throws ExchangeException {
        return pullRange(table, fromRow, toRow, earlier);
    }

    private Pull pullRange(int table, int fromRow, int toRow, @Nullable Pull earlier) throws ExchangeException {
        SharedLink direct = shared;
        if (direct != null) {
            return call(false, () -> direct.pullAll(table, fromRow, toRow));
        }
        TableSpec spec = tables.get(table);
        RangeOfRows range = new RangeOfRows(spec, placements.get(table), fromRow, toRow);
        int most = Math.max(1, MOST_FLOATS / spec.width());
        return call(() -> {
            RemotePull pull = new RemotePull(pump, spare, range, shards.size(), terms.bf16());
            for (int shard = 0; shard < shards.size(); shard++) {
                int first = range.firstPlace(shard);
                int end = range.endPlace(shard);
                long since = earlier == null ? -1 : earlier.version(shard);
                for (int from = first; from < end; from += most) {
                    int to = Math.min(end, from + most);
                    ready(shard)
                            .begin(2 * Integer.BYTES + Long.BYTES)
                            .putInt(from)
                            .putInt(to)
                            .putLong(since);
                    shards.get(shard).end(FrameType.PULL_RANGE, table, pull.piece(shard, from - first, to - first));
                }
            }
            return pull;
        });
    }

    @Override
    public void push(PushBatch batch) throws ExchangeException {
        call(false, () -> {
            SharedLink direct = shared;
            if (direct != null && direct.push(batch)) {
                return batch;
            }
            writer.begin(tables, placements, terms.bf16());
            for (PushBatch.Part part : batch.parts()) {
                writer.add(part.node(), part.table(), part.rows(), part.count(), part.values(), part.at());
            }
            long number = pushes++;
            for (int shard = 0; shard < shards.size(); shard++) {
                boolean needed = shard == 0 || terms.consistency() == Consistency.SYNC || writer.rows(shard) > 0;
                if (needed) {
                    Account before = pump.bookPush(shard);
                    try {
                        push(batch, number, shard);
                    } finally {
                        pump.booked(before);
                    }
                }
            }
            if (direct != null && batch.ticket() >= 0) {
                direct.pushedApart();
            }
            return batch;
        });
    }

    private void push(PushBatch batch, long number, int shard) throws ExchangeException {
        ShardClient client = shards.get(shard);
        pump.awaitPush(() -> client.pushes() < terms.link().depth(), shard);
        ByteBuffer out = ready(shard).begin(PushReader.HEAD_BYTES + writer.bytes(shard));
        PushReader.putHead(
                out,
                new PushReader.Head(
                        number,
                        batch.step(),
                        batch.phase(),
                        batch.ticket(),
                        batch.samples(),
                        batch.rate(),
                        batch.basis(shard),
                        batch.carried()));
        writer.write(out, shard);
        client.pushed(1);
        client.end(FrameType.PUSH, 0, (type, payload) -> {
            client.pushed(-1);
            try {
                Replies.expect(FrameType.DONE, type, payload);
            } catch (RefusedPushException e) {
                refused = e; // the worker's next call throws it
            }
        });
    }

    @Override
    public void drain() throws ExchangeException {
        call(() -> {
            for (ShardClient shard : shards) {
                pump.awaitPush(() -> shard.pushes() == 0, shard.shard());
            }
            return shards;
        });
        check();
    }

    @Override
    public Ticket ask(long phase, long limit) throws ExchangeException {
        boolean now =
                terms.consistency() != Consistency.ASYNC; // it may have to wait for others, so the sooner the better
        return call(now, () -> {
            RemoteTicket ticket = new RemoteTicket();
            SharedLink direct = shared;
            if (direct != null) {
                ticket.number = direct.take(phase, limit);
                return ticket;
            }
            ready(0).begin(2 * Long.BYTES).putLong(phase).putLong(limit);
            shards.get(0).end(FrameType.TAKE, 0, (type, payload) -> {
                Replies.expect(FrameType.TICKET, type, payload);
                ticket.number = payload.getLong();
            });
            return ticket;
        });
    }

    /** A step that was asked for; its number is written under the lock, by whichever thread reads the answer. */
    private final class RemoteTicket implements Ticket {

        private volatile long number = Tickets.WAIT;

        @Override
        public boolean ready() {
            return number != Tickets.WAIT;
        }

        @Override
        public long await() throws ExchangeException {
            return call(() -> {
                pump.await(this::ready, "a step to take");
                return number;
            });
        }
    }

    @Override
    public float[] sum(float[] values) throws ExchangeException {
        float[] sum = values.clone();
        sum(TreeShare.oneLeafEach(workers), new float[][] {sum}, 0, sum.length);
        return sum;
    }

    @Override
    public void sum(TreeShare share, float[][] nodes, int from, int to) throws ExchangeException {
        int most = Math.max(1, MOST_FLOATS / nodes.length);
        int at = from;
        do {
            int first = at;
            int end = Math.min(to, at + most);
            call(() -> sums.sum(ready(0), new RemoteSums.Piece(share, nodes, first, end), true));
            at = end;
        } while (at < to);
    }

    @Override
    public void broadcast(int root, float[] values, int from, int to) throws ExchangeException {
        TreeShare share = TreeShare.oneLeafEach(workers);
        for (int at = from; at < to; at += MOST_FLOATS) {
            RemoteSums.Piece piece =
                    new RemoteSums.Piece(share, new float[][] {values}, at, Math.min(to, at + MOST_FLOATS));
            call(() -> sums.sum(ready(0), piece, rank == root));
        }
    }

    @Override
    public boolean isRemote() {
        return shared == null;
    }

    @Override
    public int live() {
        return sums.live();
    }

    @Override
    public List<ServerStatistics> statistics() throws ExchangeException {
        return call(() -> whole().statistics());
    }

    @Override
    public Traffic traffic() {
        return pump.traffic();
    }

    @Override
    public void limit(double bytesPerSecond) {
        pump.limit(bytesPerSecond);
    }

    @Override
    public void bookTo(Ledger ledger) {
        pump.bookTo(ledger);
    }

    @Override
    public void check() throws ExchangeException {
        call(() -> shards);
    }

    @Override
    public void abort(int culprit, String reason) {
        pump.abort(new ExchangeException(culprit, reason));
    }

    @Override
    public void leave() throws ExchangeException {
        drain();
        call(() -> {
            int[] missing = {0};
            for (ShardClient shard : shards) {
                ready(shard.shard()).begin(0);
                missing[0]++;
                shard.end(FrameType.LEAVE, 0, (type, payload) -> {
                    Replies.expect(FrameType.DONE, type, payload);
                    missing[0]--;
                    shard.leaves();
                });
            }
            pump.await(() -> missing[0] == 0, "leave to go");
            return shards;
        });
        close();
    }

    @Override
    public void close() {
        pump.close();
    }
}
