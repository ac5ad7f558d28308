package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.math.HashChain;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Finds out whether all ranks have the parameters of rank 0, by their hashes.
 *
 * <p>They show each other their chains, one short sum; only if these differ do they show the hashes of all blocks too,
 * to say which block it is. All ranks see the same numbers and so decide alike.
 */
final class RankAgreement {

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
        ByteBuffer bytes = ByteBuffer.allocate(own.length * Long.BYTES);
        bytes.asLongBuffer().put(own);
        List<byte[]> gathered = Gathering.of(exchange, bytes.array(), bytes.capacity());
        long[][] all = new long[exchange.ranks()][own.length];
        for (int rank = 0; rank < all.length; rank++) {
            ByteBuffer.wrap(gathered.get(rank)).asLongBuffer().get(all[rank]);
        }
        return all;
    }
}
