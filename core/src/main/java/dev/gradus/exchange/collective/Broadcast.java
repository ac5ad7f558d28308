package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;

/**
 * Copies a range of one rank to all others, along a binomial tree: in every round each rank that has the range sends it
 * to one that has not, so {@code log2(n)} rounds reach {@code n} ranks. Bits are copied, never added.
 */
final class Broadcast {

    private final Mesh mesh;

    Broadcast(Mesh mesh) {
        this.mesh = mesh;
    }

    void broadcast(int tag, int root, float[] values, int from, int to) throws ExchangeException {
        int ranks = mesh.ranks();
        if (root < 0 || root >= ranks) {
            throw new IllegalArgumentException("no such rank: root=" + root + ", ranks=" + ranks);
        }
        int place = Math.floorMod(mesh.rank() - root, ranks);
        // The rank at place p hears from the one without p's highest bit, and tells those with a higher bit added.
        int heard = Integer.highestOneBit(place);
        if (place > 0) {
            mesh.receive((place - heard + root) % ranks, tag, values, from, to);
        }
        for (int bit = Math.max(1, 2 * heard); place + bit < ranks; bit *= 2) {
            mesh.send((place + bit + root) % ranks, tag, values, from, to);
        }
        mesh.flush();
    }
}
