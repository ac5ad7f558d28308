package dev.gradus.model.word2vec;

/**
 * Negative sampling: each member of a group is told from the same few words, which are drawn for the group. A word that
 * is drawn twice counts twice; a member that is drawn counts not at all.
 */
final class NegativeColumns implements Columns {

    /**
     * Words that share what they are told from. More share the cost of fetching it, but learn less from each word: on
     * 17 million words of Wikipedia skip-gram solved 37.7 % of the analogies with 1, 37.1 % with 2, 35.8 % with 3 and
     * 31.9 % with 11 (docs/decisions/0019-negatives-shared-by-two-words.md).
     */
    static final int MEMBERS = 2;

    private final AliasTable table;

    /** Words drawn for a group: as many as asked for, and as many more as fill the last eight columns. */
    private final int negatives;

    /** What each of them counts, so that all together count as many as were asked for. */
    private final float each;

    private final int[] rows;
    private final float[] times;
    private final int[] own;
    private int[] drawn = new int[0];
    private int members;
    private int count;

    NegativeColumns(AliasTable table, int negatives) {
        this.table = table;
        int columns = (MEMBERS + negatives + Tile.COLUMNS - 1) / Tile.COLUMNS * Tile.COLUMNS;
        this.negatives = columns - MEMBERS;
        this.each = negatives / (float) this.negatives;
        this.rows = new int[columns];
        this.times = new float[columns];
        this.own = new int[MEMBERS];
    }

    @Override
    public int groupSize() {
        return MEMBERS;
    }

    @Override
    public int most() {
        return rows.length;
    }

    /** All at once, because then the misses of the table overlap. Two words a random number, which has 64 bits. */
    @Override
    public void prepare(BlockPlan plan) {
        int count = plan.groups() * negatives;
        if (drawn.length < count) {
            drawn = new int[count];
        }
        for (int group = 0, at = 0; group < plan.groups(); group++) {
            for (int i = 0; i < negatives / 2; i++) {
                long bits = plan.bits(group, i);
                drawn[at++] = table.draw((int) (bits >>> 32));
                drawn[at++] = table.draw((int) bits);
            }
        }
    }

    @Override
    public int preview(BlockPlan plan, int group, int[] into) {
        int count = 0;
        for (int place = plan.from(group); place < plan.to(group); place++) {
            into[count++] = plan.word(place);
        }
        for (int i = 0; i < negatives; i++) {
            into[count++] = drawn[group * negatives + i];
        }
        return count;
    }

    @Override
    public void choose(BlockPlan plan, int group) {
        count = 0;
        int from = plan.from(group);
        int to = plan.to(group);
        for (int place = from; place < to; place++) {
            int column = find(plan.word(place), count);
            own[place - from] = column;
            times[column] = 0;
        }
        members = count;
        for (int i = 0; i < negatives; i++) {
            int column = find(drawn[group * negatives + i], count);
            if (column >= members) {
                times[column] += each;
            }
        }
    }

    /** The column of a row, which is a new one if it has none among the first {@code end}. */
    private int find(int row, int end) {
        for (int column = 0; column < end; column++) {
            if (rows[column] == row) {
                return column;
            }
        }
        rows[end] = row;
        times[end] = 0;
        count = end + 1;
        return end;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int row(int column) {
        return rows[column];
    }

    @Override
    public float label(int column) {
        return column < members ? 1 : 0;
    }

    @Override
    public float times(int column) {
        return times[column];
    }

    @Override
    public int own(int member) {
        return own[member];
    }
}
