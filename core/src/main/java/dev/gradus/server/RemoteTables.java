package dev.gradus.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.exchange.ExchangeException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Sets rows of tables, and sets and reads what rules remember of them, in pieces. Guarded by the lock of its link. */
final class RemoteTables {

    /** In place of the index of a number that a rule remembers: the weights, which makes it forget. */
    static final int WEIGHTS = -1;

    private final LinkPump pump;
    private final List<ShardClient> shards;
    private final List<TableSpec> tables;
    private final List<Placement> placements;
    private final PushWriter writer;

    /** Rows of a table that follow each other, and values for them, the first of which stand at {@code at}. */
    @SuppressWarnings("ArrayRecordComponent") // carries arrays from one method to the next, and is never compared
    record Rows(int table, int fromRow, int count, float[] values, int at) {}

    RemoteTables(LinkPump pump, List<ShardClient> shards, List<TableSpec> tables, List<Placement> placements) {
        this.pump = pump;
        this.shards = shards;
        this.tables = tables;
        this.placements = placements;
        this.writer = new PushWriter(shards.size());
    }

    /** Returns when all shards have set them. */
    Rows set(Rows rows, int index) throws ExchangeException {
        int width = tables.get(rows.table()).width();
        int most = Math.max(1, RemoteLink.MOST_FLOATS / width);
        int[] missing = {0};
        for (int done = 0; done < rows.count(); done += most) {
            int count = Math.min(most, rows.count() - done);
            writer.begin(tables, placements, false);
            int[] ids = idsFrom(rows.fromRow() + done, count);
            writer.add(0, rows.table(), ids, count, rows.values(), rows.at() + done * width);
            for (int shard = 0; shard < shards.size(); shard++) {
                if (writer.rows(shard) > 0) {
                    missing[0]++;
                    send(shard, index, missing);
                }
            }
        }
        pump.await(() -> missing[0] == 0, "rows that are set");
        return rows;
    }

    private void send(int shard, int index, int[] missing) throws ExchangeException {
        boolean weights = index == WEIGHTS;
        ShardClient client = pump.ready(shards.get(shard));
        ByteBuffer out = client.begin((weights ? 0 : Integer.BYTES) + writer.bytes(shard));
        if (!weights) {
            out.putInt(index);
        }
        writer.write(out, shard);
        client.end(weights ? FrameType.SET : FrameType.SET_STATE, 0, (type, payload) -> {
            Replies.expect(FrameType.DONE, type, payload);
            missing[0]--;
        });
    }

    /** Asks for the number of that index that the rule remembers of every weight of those rows. */
    RemotePull pullState(int table, int index, int fromRow, int toRow) throws ExchangeException {
        RangeOfRows range = new RangeOfRows(tables.get(table), placements.get(table), fromRow, toRow);
        int most = Math.max(1, RemoteLink.MOST_FLOATS / range.width());
        RemotePull pull = new RemotePull(pump, new SpareFloats(), range, shards.size(), false);
        for (int shard = 0; shard < shards.size(); shard++) {
            int first = range.firstPlace(shard);
            int end = range.endPlace(shard);
            for (int from = first; from < end; from += most) {
                int to = Math.min(end, from + most);
                ShardClient client = pump.ready(shards.get(shard));
                client.begin(3 * Integer.BYTES).putInt(index).putInt(from).putInt(to);
                client.end(FrameType.PULL_STATE, table, pull.piece(shard, from - first, to - first));
            }
        }
        return pull;
    }

    /** What every shard tells of itself. */
    List<ServerStatistics> statistics() throws ExchangeException {
        List<ServerStatistics> all = new ArrayList<>();
        for (ShardClient shard : shards) {
            pump.ready(shard).begin(0);
            shard.end(FrameType.STATISTICS, 0, (type, payload) -> {
                Replies.expect(FrameType.TOLD, type, payload);
                all.add(ServerStatistics.of(UTF_8.decode(payload).toString()));
            });
            int before = all.size();
            pump.await(() -> all.size() > before, "statistics of shard " + shard.shard());
        }
        return all;
    }

    private static int[] idsFrom(int first, int count) {
        int[] ids = new int[count];
        for (int i = 0; i < count; i++) {
            ids[i] = first + i;
        }
        return ids;
    }
}
