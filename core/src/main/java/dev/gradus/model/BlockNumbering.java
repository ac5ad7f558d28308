package dev.gradus.model;

/**
 * Numbers the rows of a model's one table anew, so that blocks which touch few of them can be computed on a copy of
 * just those: a row's new number is its place among all rows noted, in ascending order. First blocks are noted, then
 * they are renumbered. Takes far less memory than the table. Used by one thread.
 *
 * @param <B> what a block is
 */
public interface BlockNumbering<B> {

    /** Forgets all rows. */
    void clear();

    /** Notes the rows that a block touches. */
    void note(B block);

    /** The rows noted, ascending, each once; only the first {@link #count} count. */
    int[] rows();

    int count();

    /** Replaces the rows of a block, which must be noted, by their new numbers. */
    void renumber(B block);
}
