package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.math.FloatMath;

/**
 * Sums a short range: every rank sends all of it to every other and adds what it gets.
 *
 * <p>One message's latency, {@code n - 1} ranges sent by each of {@code n} ranks. Every rank ends with the same bits,
 * because all add the same terms in the same order: the pairwise tree of {@link FloatMath#treeSum}. That is also the
 * order in which a single rank adds its virtual shards, so as long as each rank holds whole subtrees the bits do not
 * even depend on the number of ranks.
 */
final class DirectSum {

    private final Mesh mesh;
    private final float[][] terms;

    DirectSum(Mesh mesh) {
        this.mesh = mesh;
        this.terms = new float[mesh.ranks()][0];
    }

    void sum(int tag, float[] values, int from, int to) throws ExchangeException {
        int rank = mesh.rank();
        int ranks = mesh.ranks();
        int length = to - from;
        for (int distance = 1; distance < ranks; distance++) {
            mesh.send((rank + distance) % ranks, tag, values, from, to);
        }
        for (int distance = 1; distance < ranks; distance++) {
            int peer = (rank + ranks - distance) % ranks;
            mesh.receive(peer, tag, term(peer, length), 0, length);
        }
        mesh.flush(); // the range is about to change
        System.arraycopy(values, from, term(rank, length), 0, length);
        FloatMath.treeSum(terms, length);
        System.arraycopy(terms[0], 0, values, from, length);
    }

    private float[] term(int rank, int length) {
        if (terms[rank].length < length) {
            terms[rank] = new float[length];
        }
        return terms[rank];
    }
}
