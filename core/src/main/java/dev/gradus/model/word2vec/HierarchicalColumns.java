package dev.gradus.model.word2vec;

/** Hierarchical softmax: the inner nodes on the path of one word, each of which must say to which side it turns. */
final class HierarchicalColumns implements Columns {

    /** Nodes that stay in a cache: of dimension 100 they are 224 KB. */
    private static final int NEAR_ROOT = 512;

    private final HuffmanTree tree;
    private final int most;
    private int start;
    private int count;

    HierarchicalColumns(HuffmanTree tree) {
        this.tree = tree;
        this.most = tree.longest();
    }

    @Override
    public int groupSize() {
        return 1;
    }

    @Override
    public int most() {
        return most;
    }

    @Override
    public void prepare(BlockPlan plan) {}

    /** Leaves out nodes near the root: so many words share them that they are in a cache anyway. */
    @Override
    public int preview(BlockPlan plan, int group, int[] into) {
        int word = plan.word(plan.from(group));
        int first = tree.start(word);
        int count = 0;
        for (int at = first + tree.length(word) - 1; at >= first && tree.node(at) >= NEAR_ROOT; at--) {
            into[count++] = tree.node(at);
        }
        return count;
    }

    @Override
    public void choose(BlockPlan plan, int group) {
        int word = plan.word(plan.from(group));
        start = tree.start(word);
        count = tree.length(word);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int row(int column) {
        return tree.node(start + column);
    }

    /** As in word2vec: 1 for a turn to side 0. */
    @Override
    public float label(int column) {
        return 1 - tree.turn(start + column);
    }

    @Override
    public float times(int column) {
        return 1;
    }

    @Override
    public int own(int member) {
        return NONE;
    }
}
