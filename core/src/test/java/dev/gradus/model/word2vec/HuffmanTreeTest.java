package dev.gradus.model.word2vec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HuffmanTreeTest {

    @Test
    void pathsAreAsShortAsTheyCanBe() {
        for (long seed = 0; seed < 50; seed++) {
            long[] counts = counts(new SplittableRandom(seed));
            HuffmanTree tree = new HuffmanTree(Texts.vocabulary(counts));

            long length = 0;
            for (int id = 0; id < counts.length; id++) {
                length += counts[id] * tree.length(id);
            }

            assertThat(length).as("seed=%d", seed).isEqualTo(least(counts));
        }
    }

    /** The sum of all joint weights, which is the weighted length of the shortest paths. */
    private static long least(long[] counts) {
        PriorityQueue<Long> queue = new PriorityQueue<>(Comparator.naturalOrder());
        for (long count : counts) {
            queue.add(count);
        }
        long sum = 0;
        while (queue.size() > 1) {
            long joint = queue.remove() + queue.remove();
            sum += joint;
            queue.add(joint);
        }
        return sum;
    }

    @Test
    void everyWordHasAPathOfItsOwnFromTheRoot() {
        for (long seed = 0; seed < 50; seed++) {
            long[] counts = counts(new SplittableRandom(seed));
            HuffmanTree tree = new HuffmanTree(Texts.vocabulary(counts));

            Set<String> paths = new HashSet<>();
            for (int id = 0; id < counts.length; id++) {
                StringBuilder path = new StringBuilder();
                assertThat(tree.node(tree.start(id))).isZero();
                assertThat(tree.length(id)).isLessThanOrEqualTo(tree.longest());
                for (int at = tree.start(id); at < tree.start(id) + tree.length(id); at++) {
                    assertThat(tree.node(at)).isBetween(0, counts.length - 2);
                    path.append(tree.turn(at));
                }
                paths.add(path.toString());
            }

            assertThat(paths).hasSize(counts.length);
            assertThat(paths)
                    .noneMatch(path -> paths.stream().anyMatch(other -> !other.equals(path) && other.startsWith(path)));
        }
    }

    @Test
    void wordsThatAreNotInOrderOfFrequencyGetTheSamePaths() {
        HuffmanTree tree = new HuffmanTree(Texts.vocabulary(1, 50, 3, 2));

        assertThat(tree.length(1)).isEqualTo(1);
        assertThat(tree.length(2)).isEqualTo(2);
        assertThat(tree.length(0)).isEqualTo(3);
    }

    private static long[] counts(SplittableRandom random) {
        long[] counts = new long[2 + random.nextInt(30)];
        Arrays.setAll(counts, i -> 1 + (long) (1000 * Math.pow(random.nextDouble(), 6)));
        Arrays.sort(counts);
        for (int i = 0; i < counts.length / 2; i++) {
            long low = counts[i];
            counts[i] = counts[counts.length - 1 - i];
            counts[counts.length - 1 - i] = low;
        }
        return counts;
    }
}
