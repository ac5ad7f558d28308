package dev.gradus.exchange;

import java.util.ArrayList;
import java.util.List;

/**
 * How the leaves of one binary tree lie on the ranks, and in which order their sum is formed.
 *
 * <p>Leaves are added pairwise: neighbours first, then neighbours of those sums, and so on; one without a neighbour
 * waits for the next level. That order depends on the number of leaves only. Each rank holds consecutive leaves, as
 * evenly as that goes, and adds up what it can by itself: its <em>nodes</em>, the fewest whole subtrees that its leaves
 * fill. The rest of the additions need nodes of several ranks. So any number of ranks forms the same sum, bit by bit.
 */
public record TreeShare(int leaves, int ranks) {

    /** A whole subtree: the leaves {@code from} to {@code to}, which add up to one number in {@code level} levels. */
    public record Node(int from, int to, int level) {

        public int leaves() {
            return to - from;
        }
    }

    public TreeShare {
        if (ranks < 1 || leaves < ranks) {
            throw new IllegalArgumentException("a rank has no leaf: leaves=" + leaves + ", ranks=" + ranks);
        }
    }

    /** The tree whose leaves are the ranks. */
    public static TreeShare oneLeafEach(int ranks) {
        return new TreeShare(ranks, ranks);
    }

    /** The first leaf of a rank, whose leaves end where those of the next rank begin. */
    public int firstLeaf(int rank) {
        return (int) ((long) rank * leaves / ranks);
    }

    /** The nodes of a rank, from left to right. */
    public List<Node> nodes(int rank) {
        List<Node> nodes = new ArrayList<>();
        int end = firstLeaf(rank + 1);
        for (int at = firstLeaf(rank);
                at < end;
                at = nodes.get(nodes.size() - 1).to()) {
            nodes.add(largestNode(at, end));
        }
        return nodes;
    }

    /** All leaves of a rank as if they were one node, for sums whose order does not matter. */
    public Node allOf(int rank) {
        return new Node(firstLeaf(rank), firstLeaf(rank + 1), 0);
    }

    private Node largestNode(int from, int end) {
        int level = 0;
        while (from % (2 << level) == 0 && (1 << level) < leaves && nodeEnd(from, level + 1) <= end) {
            level++;
        }
        return new Node(from, nodeEnd(from, level), level);
    }

    private int nodeEnd(int from, int level) {
        return Math.min(leaves, from + (1 << level));
    }

    /**
     * The additions between the nodes of all ranks, in order: pairs of indices into the list of all nodes, the second
     * of which is added to the first. The sum then stands at index 0.
     */
    public int[] additions() {
        List<Node> nodes = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            nodes.addAll(nodes(rank));
        }
        List<Integer> pairs = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            left.add(i);
        }
        for (int level = 0; (1 << level) < leaves; level++) {
            left = addNeighbours(level, left, nodes, pairs);
        }
        return pairs.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Adds each odd node of a level to the even one before it, and returns the nodes that are left. */
    private static List<Integer> addNeighbours(int level, List<Integer> nodes, List<Node> all, List<Integer> pairs) {
        List<Integer> left = new ArrayList<>();
        for (int index : nodes) {
            boolean odd = all.get(index).level() <= level && (all.get(index).from() >> level) % 2 == 1;
            if (odd) {
                pairs.add(left.get(left.size() - 1));
                pairs.add(index);
            } else {
                left.add(index);
            }
        }
        return left;
    }
}
