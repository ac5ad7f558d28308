package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.math.FloatMath;

/**
 * Sums a short range over many ranks: in round {@code k} every rank exchanges its sum so far with the rank whose number
 * differs in bit {@code k}, and adds.
 *
 * <p>{@code log2(n)} messages of whole length instead of {@code n - 1}. Partners add the same two numbers, so both end
 * with the same bits; and the rounds are the levels of the tree, so they are the bits of the tree. Needs a power of two
 * of ranks with one node each.
 */
final class DoublingSum {

    private final Mesh mesh;
    private final Buffers buffers;

    DoublingSum(Mesh mesh) {
        this.mesh = mesh;
        this.buffers = new Buffers(1);
    }

    void sum(int tag, float[] values, int from, int to) throws ExchangeException {
        int length = to - from;
        float[] theirs = buffers.of(0, length);
        for (int bit = 1; bit < mesh.ranks(); bit *= 2) {
            int peer = mesh.rank() ^ bit;
            mesh.send(peer, tag, values, from, to);
            mesh.receive(peer, tag, theirs, 0, length);
            mesh.flush(); // what was sent is about to change
            FloatMath.addInto(values, from, theirs, 0, length);
        }
    }
}
