package dev.gradus.model.word2vec;

/**
 * The rows of the second table that a group of words is predicted by: for each member perhaps a column of its
 * <em>own</em>, and those that all members share. No row stands twice. Reused: owned by one thread.
 */
interface Columns {

    /** A member has no column of its own. */
    int NONE = -1;

    /** Words in a group. */
    int groupSize();

    /** Columns of a group at most. */
    int most();

    /** Draws what the groups of a plan need, in advance. */
    void prepare(BlockPlan plan);

    /** Writes the rows that {@link #choose} will name for a group, some perhaps twice, and returns how many. */
    int preview(BlockPlan plan, int group, int[] into);

    /** Chooses the columns of a group of the plan that was prepared. */
    void choose(BlockPlan plan, int group);

    int count();

    /** The row that stands in a column. */
    int row(int column);

    /** Whether what predicts should say yes (1) or no (0). */
    float label(int column);

    /** How often a column counts for every member; 0 for a member's own. */
    float times(int column);

    /** The own column of a member, or {@link #NONE}; two members that are the same word have the same. */
    int own(int member);
}
