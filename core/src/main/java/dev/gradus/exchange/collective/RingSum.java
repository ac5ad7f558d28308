package dev.gradus.exchange.collective;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.math.FloatMath;

/**
 * Sums a range along a ring of ranks.
 *
 * <p>The range is cut into one <em>chunk</em> per rank. In {@code n - 1} rounds every chunk travels the ring and is
 * summed on its way (reduce-scatter); in another {@code n - 1} rounds the finished chunks travel it again and are
 * copied (all-gather). Each rank sends {@code 2 (n - 1) / n} times the range, in <em>segments</em>, and only to its
 * neighbour.
 *
 * <p>Every rank ends with the same bits, because each chunk is summed by one chain of ranks and then copied; but the
 * chain, and so the bits, depend on the number of ranks.
 */
final class RingSum {

    /** Floats that are under way at a time: 256 KB, as much as a link stages. */
    private static final int SEGMENT = 64 << 10;

    private final Mesh mesh;
    private final float[] incoming = new float[SEGMENT];

    RingSum(Mesh mesh) {
        this.mesh = mesh;
    }

    void sum(int tag, float[] values, int from, int to) throws ExchangeException {
        int ranks = mesh.ranks();
        int rank = mesh.rank();
        for (int round = 0; round < ranks - 1; round++) {
            pass(tag, values, from, to, Math.floorMod(rank - round, ranks), true);
        }
        for (int round = 0; round < ranks - 1; round++) {
            pass(tag, values, from, to, Math.floorMod(rank + 1 - round, ranks), false);
        }
    }

    /** Sends one chunk to the next rank while the chunk before it comes from the rank before, to be added or copied. */
    private void pass(int tag, float[] values, int from, int to, int chunk, boolean add) throws ExchangeException {
        int ranks = mesh.ranks();
        int next = (mesh.rank() + 1) % ranks;
        int previous = (mesh.rank() + ranks - 1) % ranks;
        int before = (chunk + ranks - 1) % ranks;
        int sendAt = Exchange.chunkStart(chunk, ranks, from, to);
        int sendTo = Exchange.chunkStart(chunk + 1, ranks, from, to);
        int takeAt = Exchange.chunkStart(before, ranks, from, to);
        int takeTo = Exchange.chunkStart(before + 1, ranks, from, to);
        while (sendAt < sendTo || takeAt < takeTo) {
            int sent = Math.min(SEGMENT, sendTo - sendAt);
            int taken = Math.min(SEGMENT, takeTo - takeAt);
            if (sent > 0) {
                mesh.send(next, tag, values, sendAt, sendAt + sent);
            }
            if (taken > 0) {
                take(tag, previous, values, takeAt, taken, add);
            }
            mesh.flush();
            sendAt += sent;
            takeAt += taken;
        }
    }

    private void take(int tag, int previous, float[] values, int at, int length, boolean add) throws ExchangeException {
        if (add) {
            mesh.receive(previous, tag, incoming, 0, length);
            FloatMath.addInto(values, at, incoming, 0, length);
        } else {
            mesh.receive(previous, tag, values, at, at + length);
        }
    }
}
