package dev.gradus.model;

/**
 * A model of tables with the working memory of one thread.
 *
 * @param <B> what is learnt from as one unit
 */
public interface Learner<B> {

    /**
     * Learns from a block: updates the parameters where they lie and notes in the tally what it cost. What it draws
     * depends on the job's seed and the block's place alone.
     */
    void learn(float[] parameters, B block, double rate, Tally tally);

    /** Names all rows that {@link #learn} would touch for this block, in any order, some perhaps several times. */
    void touch(B block, RowSink rows);

    /** Adds to the parameters what a learner that races has kept in copies of its own. */
    void settle(float[] parameters);

    /** Is told of rows. */
    interface RowSink {

        /** {@code table} is the index of a block of the layout. */
        void row(int table, int row);
    }
}
