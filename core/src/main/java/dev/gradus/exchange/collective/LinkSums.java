package dev.gradus.exchange.collective;

import dev.gradus.exchange.Algorithm;
import dev.gradus.exchange.BufferLoops;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Floats;
import dev.gradus.exchange.transport.Mesh;
import java.util.Arrays;

/** Sums over the links of a mesh, each by the algorithm that suits it. */
final class LinkSums {

    /**
     * Floats up to which latency counts for more than bytes. Beyond, the fewer bytes of the owners win: each rank sends
     * {@code 2 (n - 1) / n} ranges instead of {@code n - 1} or {@code log2(n)}; two ranks send one range either way.
     */
    private static final int SHORT_FLOATS = 8 << 10;

    /**
     * Ranks up to which one round of messages to all costs less than several rounds of one. On 2 cores, 4 ranks summed
     * 4 KB over TCP in 36 us by doubling and in 60 us directly (docs/decisions/0017).
     */
    private static final int FEW_RANKS = 2;

    private final Mesh mesh;
    private final Algorithm wished;
    private final DirectSum direct;
    private final OwnerSum owners;
    private final PairSum pair;
    private final DoublingSum doubling;
    private final RingSum ring;

    LinkSums(Mesh mesh, Algorithm wished, BufferLoops loops) {
        this.mesh = mesh;
        this.wished = wished;
        this.direct = new DirectSum(mesh);
        this.owners = new OwnerSum(mesh);
        this.pair = new PairSum(mesh, loops);
        this.doubling = new DoublingSum(mesh);
        this.ring = new RingSum(mesh);
    }

    OwnerSum owners() {
        return owners;
    }

    void sum(int tag, Additions tree, float[][] nodes, int from, int to) throws ExchangeException {
        switch (algorithm(tree, to - from)) {
            case DIRECT -> direct(tag, tree, nodes, from, to);
            case DOUBLING -> doubling.sum(tag, nodes[0], from, to);
            case RING -> ring.sum(tag, nodes[0], from, to);
            default -> owners.sum(tag, tree, floats(nodes), from, to);
        }
    }

    private void direct(int tag, Additions tree, float[][] nodes, int from, int to) throws ExchangeException {
        if (inPieces(tree, to - from)) {
            pair.sum(tag, Floats.of(nodes[0]), from, to);
        } else {
            direct.sum(tag, tree, nodes, from, to);
        }
    }

    /** Whether what two ranks send each other directly goes in pieces. */
    private boolean inPieces(Additions tree, int length) {
        return length > SHORT_FLOATS && tree.isOfTwoRanks();
    }

    /** Whether a range of that length needs no arrays. */
    boolean sumsInPlace(Additions tree, int length) {
        Algorithm algorithm = algorithm(tree, length);
        return algorithm == Algorithm.OWNERS || (algorithm == Algorithm.DIRECT && inPieces(tree, length));
    }

    /** Sums where the floats lie; only if {@link #sumsInPlace}. */
    void sumInPlace(int tag, Additions tree, Floats[] nodes, int from, int to) throws ExchangeException {
        if (algorithm(tree, to - from) == Algorithm.OWNERS) {
            owners.sum(tag, tree, nodes, from, to);
        } else {
            pair.sum(tag, nodes[0], from, to);
        }
    }

    static Floats[] floats(float[][] nodes) {
        return Arrays.stream(nodes).map(Floats::of).toArray(Floats[]::new);
    }

    /** What is wished, where it can form the sum of that tree; else what is best by length and ranks. */
    private Algorithm algorithm(Additions tree, int length) {
        boolean possible = switch (wished) {
            case AUTO -> false;
            case DIRECT, OWNERS -> true;
            case DOUBLING -> tree.isByRanks() && powerOfTwo();
            case RING -> tree.share().leaves() == mesh.ranks();
        };
        if (possible) {
            return wished;
        }
        if (length > SHORT_FLOATS) {
            return tree.isOfTwoRanks() ? Algorithm.DIRECT : Algorithm.OWNERS;
        }
        return mesh.ranks() > FEW_RANKS && tree.isByRanks() && powerOfTwo() ? Algorithm.DOUBLING : Algorithm.DIRECT;
    }

    private boolean powerOfTwo() {
        return Integer.bitCount(mesh.ranks()) == 1;
    }
}
