package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Floats;
import dev.gradus.exchange.transport.Mesh;

/**
 * Sums a long range <em>block</em> by block: in round {@code k} every rank and the one whose number differs in bit
 * {@code k} share what they both have sums of, each sends the other its half and adds what comes to the half that it
 * keeps (reduce-scatter); then the same partners, in reverse order, send each other what they have the sums of
 * (all-gather).
 *
 * <p>A rank sends {@code 2 (n - 1) / n} times the range, the least that any algorithm can do, in {@code 2 log2(n)}
 * rounds, each with one partner only: where ranks outnumber cores, a rank that has its turn finds work of several
 * hundred KB instead of a little from everyone. So that partners on machines of their own do not wait for each other,
 * the first round of the next block is on its way during the rounds of this one.
 *
 * <p>Every rank ends with the same bits, because each part is summed once and then copied; and the rounds are the
 * levels of the tree, so they are the bits of the tree. Needs a power of two of ranks with one node each.
 */
final class HalvingSum {

    /** Floats that go through all rounds together, 1 MB: few enough to stay in a core's second cache. */
    private static final int BLOCK = 256 << 10;

    private final Mesh mesh;
    private final Pieces pieces;
    private final int rounds;

    /** Floats of the node. */
    private record Span(int from, int to) {

        /** Cut at a multiple of 16 floats, a cache line. */
        Span half(boolean upper) {
            int middle = from + ((to - from) / 2 & -16);
            return upper ? new Span(middle, to) : new Span(from, middle);
        }
    }

    /** One sum: its tag, the node of this rank and where that ends. */
    private record Work(int tag, Floats node, int to) {

        Span block(int from) {
            return new Span(from, (int) Math.min(to, (long) from + BLOCK));
        }
    }

    HalvingSum(Mesh mesh, Pieces pieces) {
        this.mesh = mesh;
        this.pieces = pieces;
        this.rounds = Integer.numberOfTrailingZeros(mesh.ranks());
    }

    /** Leaves the sum in the node of every rank. */
    void sum(int tag, Floats node, int from, int to) throws ExchangeException {
        Work work = new Work(tag, node, to);
        Span block = work.block(from);
        sendTerms(work, block, 0);
        addTerms(work, block, 0);
        while (block.to < to) {
            Span next = work.block(block.to);
            sendTerms(work, next, 0);
            laterRounds(work, block);
            addTerms(work, next, 0); // every peer sends them before its sums of this block
            takeSums(work, block, 0);
            block = next;
        }
        laterRounds(work, block);
        takeSums(work, block, 0);
        mesh.flush();
    }

    /** All rounds of a block but for what comes in the first and in the last. */
    private void laterRounds(Work work, Span block) throws ExchangeException {
        for (int round = 1; round < rounds; round++) {
            sendTerms(work, block, round);
            addTerms(work, block, round);
        }
        for (int round = rounds - 1; round > 0; round--) {
            sendSums(work, block, round);
            takeSums(work, block, round);
        }
        sendSums(work, block, 0);
    }

    private void sendTerms(Work work, Span block, int round) throws ExchangeException {
        Span given = given(block, round);
        pieces.send(partner(round), work.tag, work.node, given.from, given.to);
    }

    private void addTerms(Work work, Span block, int round) throws ExchangeException {
        Span kept = kept(block, round + 1);
        pieces.add(partner(round), work.tag, work.node, kept.from, kept.to);
    }

    private void sendSums(Work work, Span block, int round) throws ExchangeException {
        Span kept = kept(block, round + 1);
        mesh.send(partner(round), work.tag, work.node, kept.from, kept.to);
    }

    /** Lets sums come to where they belong. What this rank sent from there has gone, since they are made of it. */
    private void takeSums(Work work, Span block, int round) throws ExchangeException {
        Span given = given(block, round);
        mesh.expect(partner(round), work.tag, work.node, given.from, given.to);
        mesh.receive(partner(round));
    }

    private int partner(int round) {
        return mesh.rank() ^ 1 << round;
    }

    private boolean upper(int round) {
        return (mesh.rank() >> round & 1) == 1;
    }

    /** What is left to this rank of a block after so many rounds. */
    private Span kept(Span block, int afterRounds) {
        Span span = block;
        for (int round = 0; round < afterRounds; round++) {
            span = span.half(upper(round));
        }
        return span;
    }

    /** What this rank gives away in a round. */
    private Span given(Span block, int round) {
        return kept(block, round).half(!upper(round));
    }
}
