package dev.gradus.model.word2vec;

import dev.gradus.data.text.Vocabulary;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The binary tree of words with the shortest mean path. A word's path goes from the root through inner nodes; at each
 * it turns to one side (0 or 1). Inner nodes are numbered from the root, which is 0, downwards, so that those that most
 * paths share have the lowest numbers, as frequent words do.
 */
final class HuffmanTree {

    private final int[] starts;
    private final int[] nodes;
    private final byte[] turns;

    HuffmanTree(Vocabulary vocabulary) {
        int words = vocabulary.size();
        int[] parents = new int[Math.max(2 * words - 1, 1)];
        byte[] sides = new byte[parents.length];
        join(vocabulary, parents, sides);
        this.starts = new int[words + 1];
        for (int id = 0; id < words; id++) {
            starts[id + 1] = starts[id] + depth(id, parents);
        }
        this.nodes = new int[starts[words]];
        this.turns = new byte[starts[words]];
        int root = parents.length - 1;
        for (int id = 0; id < words; id++) {
            int at = starts[id + 1];
            for (int node = id; node != root; node = parents[node]) {
                at--;
                nodes[at] = root - parents[node];
                turns[at] = sides[node];
            }
        }
    }

    /**
     * Joins the two lightest trees until one is left. Words come lightest first, and joined trees come out in order of
     * weight, so two queues hold all of them in order. Numbers below the words are words, those above are inner nodes.
     */
    private static void join(Vocabulary vocabulary, int[] parents, byte[] sides) {
        int words = vocabulary.size();
        int[] lightestFirst = IntStream.range(0, words)
                .boxed()
                .sorted(Comparator.comparingLong(vocabulary::count))
                .mapToInt(Integer::intValue)
                .toArray();
        long[] weights = new long[parents.length];
        Arrays.setAll(weights, id -> id < words ? vocabulary.count(id) : 0);
        int word = 0;
        int inner = words;
        for (int node = words; node < parents.length; node++) {
            for (byte side = 0; side < 2; side++) {
                boolean takeWord = word < words && (inner == node || weights[lightestFirst[word]] <= weights[inner]);
                int lightest = takeWord ? lightestFirst[word++] : inner++;
                weights[node] += weights[lightest];
                parents[lightest] = node;
                sides[lightest] = side;
            }
        }
    }

    private static int depth(int id, int[] parents) {
        int depth = 0;
        for (int node = id; node != parents.length - 1; node = parents[node]) {
            depth++;
        }
        return depth;
    }

    /** Where the path of a word begins; it ends where that of the next begins. */
    int start(int word) {
        return starts[word];
    }

    int length(int word) {
        return starts[word + 1] - starts[word];
    }

    /** The inner node at a place of some path. */
    int node(int at) {
        return nodes[at];
    }

    /** To which side the path turns there. */
    int turn(int at) {
        return turns[at];
    }

    int longest() {
        int longest = 0;
        for (int id = 0; id + 1 < starts.length; id++) {
            longest = Math.max(longest, length(id));
        }
        return longest;
    }
}
