package dev.gradus.server;

import dev.gradus.exchange.ExchangeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Rows that were asked for. Answers come in pieces, in any order, and are kept until the worker wants them. Guarded by
 * the lock of its link.
 */
final class RemotePull implements ServerLink.Pull {

    private final LinkPump pump;
    private final Rows rows;
    private final boolean bf16;
    private final long[] versions;
    private final SpareFloats spare;
    private final float[] values;
    private float[] scratch = {};
    private boolean[] kept = {};
    private int missing;
    private boolean taken;

    /** What was asked for: so many rows of a width, and where each row of a shard's answer belongs. */
    interface Rows {

        int count();

        int width();

        /** Where the row that is the {@code number}-th of that shard's belongs. */
        int position(int shard, int number);

        /** Whether one shard has all rows, in the order in which they were asked for. */
        boolean isWhole();

        String describe();
    }

    RemotePull(LinkPump pump, SpareFloats spare, Rows rows, int shards, boolean bf16) {
        this.pump = pump;
        this.spare = spare;
        this.rows = rows;
        this.bf16 = bf16;
        this.versions = new long[shards];
        Arrays.fill(versions, -1);
        this.values = spare.take(rows.count() * rows.width());
    }

    /** What takes the answer with the rows {@code from} to {@code to} of those of a shard. */
    ShardClient.Reply piece(int shard, int from, int to) {
        missing++;
        return (type, payload) -> {
            if (type == FrameType.UNCHANGED && payload.remaining() == Long.BYTES) {
                keep(shard, from, to);
            } else if (type != FrameType.VALUES || payload.remaining() < Long.BYTES) {
                throw Replies.unexpected(type, payload);
            }
            long version = payload.getLong();
            versions[shard] = versions[shard] < 0 ? version : Math.min(version, versions[shard]);
            if (type == FrameType.VALUES) {
                take(payload, shard, from, to);
            }
            missing--;
        };
    }

    private void take(ByteBuffer payload, int shard, int from, int to) throws IOException {
        int width = rows.width();
        if (rows.isWhole()) {
            Codec.takeFloats(payload, values, from * width, (to - from) * width, bf16);
            return;
        }
        int count = (to - from) * width;
        scratch = scratch.length < count ? new float[count] : scratch;
        Codec.takeFloats(payload, scratch, 0, count, bf16);
        for (int i = from; i < to; i++) {
            System.arraycopy(scratch, (i - from) * width, values, rows.position(shard, i) * width, width);
        }
    }

    /** The caller has these rows as they are. */
    private void keep(int shard, int from, int to) {
        kept = kept.length == 0 ? new boolean[rows.count()] : kept;
        for (int i = from; i < to; i++) {
            kept[rows.position(shard, i)] = true;
        }
    }

    @Override
    public void await(float[] into, int at) throws ExchangeException {
        pump.enter();
        try {
            if (taken) {
                throw new IllegalStateException("values were taken before: " + rows.describe());
            }
            pump.awaitPull(() -> missing == 0, rows.describe());
            taken = true;
            copy(into, at);
            spare.give(values);
        } finally {
            pump.exit();
        }
    }

    private void copy(float[] into, int at) {
        int width = rows.width();
        if (kept.length == 0) {
            System.arraycopy(values, 0, into, at, rows.count() * width);
            return;
        }
        for (int i = 0; i < kept.length; i++) {
            if (!kept[i]) {
                System.arraycopy(values, i * width, into, at + i * width, width);
            }
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
