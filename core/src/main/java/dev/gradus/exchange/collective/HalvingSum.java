package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.math.FloatMath;

/**
 * Sums a long range over a power of two of ranks.
 *
 * <p>A rank shares the range with the <em>partner</em> whose number differs in the lowest bit: it gives away one half,
 * keeps the other and adds what the partner gives of that. With the next bit the kept half is halved again, and so on,
 * until each rank holds the finished sum of one chunk; then the same partners in reverse copy what the other kept. Each
 * rank sends {@code 2 (ranks - 1) / ranks} times the range, as in the ring, but in {@code 2 log2(ranks)} messages.
 *
 * <p>Neighbours are added first, then neighbours of those sums: the pairwise tree of {@link FloatMath#treeSum}. So
 * every rank ends with the same bits, and as long as each rank holds whole subtrees the bits do not depend on the
 * number of ranks, which a ring cannot give.
 */
final class HalvingSum {

    private final Mesh mesh;
    private float[] received = {};

    HalvingSum(Mesh mesh) {
        this.mesh = mesh;
    }

    /** Whether that many ranks can be halved down to one. */
    static boolean fits(int ranks) {
        return Integer.bitCount(ranks) == 1;
    }

    void sum(int tag, float[] values, int from, int to) throws ExchangeException {
        int half = (to - from) / 2 + 1;
        if (received.length < half) {
            received = new float[half];
        }
        sum(tag, values, from, to, 1);
    }

    private void sum(int tag, float[] values, int from, int to, int bit) throws ExchangeException {
        if (bit == mesh.ranks()) {
            return;
        }
        int partner = mesh.rank() ^ bit;
        boolean upper = (mesh.rank() & bit) != 0;
        int middle = from + (to - from) / 2;
        int keepFrom = upper ? middle : from;
        int keepTo = upper ? to : middle;
        int giveFrom = upper ? from : middle;
        int giveTo = upper ? middle : to;

        mesh.send(partner, tag, values, giveFrom, giveTo);
        mesh.receive(partner, tag, received, 0, keepTo - keepFrom);
        FloatMath.addInto(values, keepFrom, keepTo, received);
        mesh.flush();

        sum(tag, values, keepFrom, keepTo, bit << 1);

        mesh.send(partner, tag, values, keepFrom, keepTo);
        mesh.receive(partner, tag, values, giveFrom, giveTo);
        mesh.flush();
    }
}
