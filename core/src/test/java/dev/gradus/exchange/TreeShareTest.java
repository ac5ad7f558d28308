package dev.gradus.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.TreeShare.Node;
import dev.gradus.math.FloatMath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TreeShareTest {

    static Stream<TreeShare> shares() {
        return IntStream.of(1, 2, 3, 5, 7, 8, 12, 16, 24, 31, 33, 64)
                .boxed()
                .flatMap(leaves ->
                        IntStream.rangeClosed(1, Math.min(leaves, 20)).mapToObj(ranks -> new TreeShare(leaves, ranks)));
    }

    @ParameterizedTest
    @MethodSource("shares")
    void theNodesOfAllRanksCoverEveryLeafOnce(TreeShare share) {
        int next = 0;
        for (int rank = 0; rank < share.ranks(); rank++) {
            assertThat(share.nodes(rank)).isNotEmpty();
            for (Node node : share.nodes(rank)) {
                assertThat(node.from()).isEqualTo(next);
                next = node.to();
            }
        }

        assertThat(next).isEqualTo(share.leaves());
    }

    @ParameterizedTest
    @MethodSource("shares")
    void anyNumberOfRanksFormsTheSumOfOneBitByBit(TreeShare share) {
        SplittableRandom random = new SplittableRandom(share.leaves());
        float[][] leaves = new float[share.leaves()][1];
        Arrays.setAll(leaves, i -> new float[] {(float) random.nextDouble(-1e6, 1e6)});
        List<float[]> nodes = new ArrayList<>();
        for (int rank = 0; rank < share.ranks(); rank++) {
            for (Node node : share.nodes(rank)) {
                float[][] terms = copy(Arrays.copyOfRange(leaves, node.from(), node.to()));
                FloatMath.treeSum(terms, 1);
                nodes.add(terms[0]);
            }
        }
        int[] additions = share.additions();

        for (int i = 0; i < additions.length; i += 2) {
            nodes.get(additions[i])[0] += nodes.get(additions[i + 1])[0];
        }
        float[][] alone = copy(leaves);
        FloatMath.treeSum(alone, 1);

        assertThat(additions).hasSize(2 * (nodes.size() - 1));
        assertThat(nodes.get(0)[0]).isEqualTo(alone[0][0]);
    }

    @Test
    void ranksThatHoldWholeSubtreesHaveOneNode() {
        for (int ranks : new int[] {1, 2, 4, 8, 16}) {
            TreeShare share = new TreeShare(16, ranks);

            IntStream.range(0, ranks)
                    .forEach(rank -> assertThat(share.nodes(rank)).hasSize(1));
        }
        assertThat(new TreeShare(16, 3).nodes(1))
                .containsExactly(new Node(5, 6, 0), new Node(6, 8, 1), new Node(8, 10, 1));
    }

    @Test
    void aRankWithoutALeafIsRefused() {
        assertThatThrownBy(() -> new TreeShare(3, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a rank has no leaf: leaves=3, ranks=4");
    }

    private static float[][] copy(float[][] arrays) {
        return Arrays.stream(arrays).map(float[]::clone).toArray(float[][]::new);
    }
}
