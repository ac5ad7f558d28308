package dev.gradus.model.word2vec;

/** Hierarchical softmax: the inner nodes on the path of one word, each of which must say to which side it turns. */
final class HierarchicalColumns implements Columns {

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

    @Override
    public int preview(BlockPlan plan, int group, int[] into) {
        int word = plan.word(plan.from(group));
        int length = tree.length(word);
        for (int i = 0; i < length; i++) {
            into[i] = tree.node(tree.start(word) + i);
        }
        return length;
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
