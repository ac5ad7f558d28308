package dev.gradus.exchange.collective;

import dev.gradus.exchange.Algorithm;
import dev.gradus.exchange.BufferLoops;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Floats;
import dev.gradus.exchange.transport.Mesh;
import java.util.Arrays;

/** Sums over the links of a mesh, each by the algorithm that suits it. */
final class LinkSums {

    /** Floats up to which latency counts for more than bytes. */
    private static final int SHORT_FLOATS = 8 << 10;

    /**
     * Ranks up to which one round of messages to all costs less than several rounds of one. On 2 cores, 4 ranks summed
     * 4 KB over TCP in 36 us by doubling and in 60 us directly (docs/decisions/0017).
     */
    private static final int FEW_RANKS = 2;

    /** Floats up to which ranks double, with as many bytes as by halves or more, but half the rounds. */
    private static final int DOUBLED_FLOATS = 16 << 10;

    private final Mesh mesh;
    private final Algorithm wished;
    private final DirectSum direct;
    private final OwnerSum owners;
    private final DoublingSum doubling;
    private final HalvingSum halving;
    private final RingSum ring;

    LinkSums(Mesh mesh, Algorithm wished, BufferLoops loops) {
        this.mesh = mesh;
        this.wished = wished;
        this.direct = new DirectSum(mesh);
        this.owners = new OwnerSum(mesh);
        Pieces pieces = new Pieces(mesh, loops);
        this.doubling = new DoublingSum(mesh, pieces);
        this.halving = new HalvingSum(mesh, pieces);
        this.ring = new RingSum(mesh);
    }

    OwnerSum owners() {
        return owners;
    }

    void sum(int tag, Additions tree, float[][] nodes, int from, int to) throws ExchangeException {
        switch (algorithm(tree, to - from)) {
            case DIRECT -> direct.sum(tag, tree, nodes, from, to);
            case RING -> ring.sum(tag, nodes[0], from, to);
            default -> sumInPlace(tag, tree, floats(nodes), from, to);
        }
    }

    /** Whether a range of that length needs no arrays. */
    boolean sumsInPlace(Additions tree, int length) {
        Algorithm algorithm = algorithm(tree, length);
        return algorithm != Algorithm.DIRECT && algorithm != Algorithm.RING;
    }

    /** Sums where the floats lie; only if {@link #sumsInPlace}. */
    void sumInPlace(int tag, Additions tree, Floats[] nodes, int from, int to) throws ExchangeException {
        switch (algorithm(tree, to - from)) {
            case DOUBLING -> doubling.sum(tag, nodes[0], from, to);
            case HALVING -> halving.sum(tag, nodes[0], from, to);
            default -> owners.sum(tag, tree, nodes, from, to);
        }
    }

    static Floats[] floats(float[][] nodes) {
        return Arrays.stream(nodes).map(Floats::of).toArray(Floats[]::new);
    }

    /** What is wished, where it can form the sum of that tree; else what is best by length and ranks. */
    private Algorithm algorithm(Additions tree, int length) {
        boolean byPairs = tree.isByRanks() && Integer.bitCount(mesh.ranks()) == 1;
        boolean possible = switch (wished) {
            case AUTO -> false;
            case DIRECT, OWNERS -> true;
            case DOUBLING, HALVING -> byPairs;
            case RING -> tree.share().leaves() == mesh.ranks();
        };
        if (possible) {
            return wished;
        }
        if (length <= SHORT_FLOATS) {
            return byPairs && mesh.ranks() > FEW_RANKS ? Algorithm.DOUBLING : Algorithm.DIRECT;
        }
        if (!byPairs) {
            return Algorithm.OWNERS;
        }
        return length <= DOUBLED_FLOATS ? Algorithm.DOUBLING : Algorithm.HALVING;
    }
}
