package dev.gradus.train;

import dev.gradus.exchange.SparseRows;
import dev.gradus.model.Tally;

/**
 * What a virtual shard contributes to a step of all ranks, as a few rows that are added up, and what becomes of the
 * sum. Owned by one rank.
 *
 * @param <B> what a block is
 */
interface Contribution<B> {

    /** Empty rows, one part for each table. */
    SparseRows[] parts();

    /** Fills {@code into} with what a block contributes at these parameters, which are left as they are. */
    void of(float[] parameters, B block, double rate, SparseRows[] into, Tally tally);

    /** Applies the sum of all shards, over so many samples, to the parameters of one table. */
    void apply(float[] parameters, int table, SparseRows sum, double rate, long samples);
}
