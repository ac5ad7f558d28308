package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.math.HashChain;
import java.util.List;

/**
 * Finds out whether all ranks have the parameters of rank 0, by their hashes.
 *
 * <p>Ranks only ever sum. So each writes its hash to its own place of an array of zeros, and the sum is all hashes side
 * by side; a hash takes {@value #PARTS} floats, each of which holds its 16 bits exactly. Ranks compare their chains,
 * one short sum; only if these differ do they sum the hashes of all blocks too, to say which block it is. All ranks see
 * the same numbers and so decide alike.
 */
final class RankAgreement {

    private static final int PARTS = 4;
    private static final int PART_BITS = Long.SIZE / PARTS;
    private static final long PART_MASK = (1L << PART_BITS) - 1;

    private final Exchange exchange;
    private final List<String> blocks;

    /** {@code blocks} are the names that hashes of blocks belong to. */
    RankAgreement(Exchange exchange, List<String> blocks) {
        this.exchange = exchange;
        this.blocks = blocks;
    }

    /**
     * Returns if all ranks have the same chain. Otherwise a rank that has another than rank 0 fails with an
     * IllegalStateException, since either we or its machine computed wrongly, and every other one because it lost it.
     * Every rank must call it.
     */
    void check(long step, long chain, long[] hashes) throws ExchangeException {
        long[][] chains = gather(new long[] {chain});
        int odd = firstUnlikeRankZero(chains);
        if (odd > 0) {
            long[][] all = gather(hashes);
            boolean mine = chain != chains[0][0];
            int rank = mine ? exchange.rank() : odd;
            String message = describe(step, rank, all[0], all[rank]);
            if (mine) {
                throw new IllegalStateException(message);
            }
            throw new ExchangeException(rank, message);
        }
    }

    private String describe(long step, int rank, long[] expected, long[] found) {
        int block = 0;
        while (block < expected.length - 1 && expected[block] == found[block]) {
            block++;
        }
        return "parameters differ between ranks: rank=" + rank + ", step=" + step + ", block=" + blocks.get(block)
                + ", hash=" + HashChain.text(found[block]) + ", of rank 0=" + HashChain.text(expected[block])
                + "; check the machine of that rank, and report it if it happens again";
    }

    /** The first rank whose chain is not that of rank 0; 0 if there is none. */
    private static int firstUnlikeRankZero(long[][] chains) {
        for (int rank = 1; rank < chains.length; rank++) {
            if (chains[rank][0] != chains[0][0]) {
                return rank;
            }
        }
        return 0;
    }

    /** The hashes of all ranks, by rank. */
    private long[][] gather(long[] own) throws ExchangeException {
        float[] places = new float[exchange.ranks() * own.length * PARTS];
        int at = exchange.rank() * own.length * PARTS;
        for (long hash : own) {
            for (int part = 0; part < PARTS; part++) {
                places[at++] = (hash >>> (part * PART_BITS)) & PART_MASK;
            }
        }
        exchange.sum(places, 0, places.length);
        long[][] all = new long[exchange.ranks()][own.length];
        for (int i = 0; i < places.length; i++) {
            int hash = i / PARTS;
            all[hash / own.length][hash % own.length] |= (long) places[i] << (i % PARTS * PART_BITS);
        }
        return all;
    }
}
