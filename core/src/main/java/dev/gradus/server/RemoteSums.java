package dev.gradus.server;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import java.nio.ByteBuffer;

/** The sums of one worker, which shard 0 forms. Guarded by the lock of its link. */
final class RemoteSums {

    private static final int HEAD_BYTES = Long.BYTES + 3 * Integer.BYTES;

    private final LinkPump pump;
    private long number;
    private int live;

    /** A range of the nodes of this worker. */
    record Piece(TreeShare share, float[][] nodes, int from, int to) {}

    RemoteSums(LinkPump pump, int workers) {
        this.pump = pump;
        this.live = workers;
    }

    /** How many workers took part in the last sum. */
    int live() {
        return live;
    }

    /** Replaces the range of the first node by the sum; a worker that contributes nothing waits for it all the same. */
    Piece sum(ShardClient first, Piece piece, boolean contributes) throws ExchangeException {
        boolean[] there = {false};
        int floats = piece.to() - piece.from();
        int length = contributes ? floats : 0;
        float[][] nodes = piece.nodes();
        ByteBuffer out = first.begin(HEAD_BYTES + (long) Float.BYTES * nodes.length * length);
        out.putLong(number++)
                .putInt(piece.share().leaves())
                .putInt(nodes.length)
                .putInt(length);
        for (float[] node : nodes) {
            Codec.putFloats(out, node, piece.from(), length, false);
        }
        first.end(FrameType.SUM, 0, (type, payload) -> {
            Replies.expect(FrameType.SUMMED, type, payload);
            live = payload.getInt();
            Codec.takeFloats(payload, nodes[0], piece.from(), floats, false);
            there[0] = true;
        });
        pump.await(() -> there[0], "a sum over all workers");
        return piece;
    }
}
