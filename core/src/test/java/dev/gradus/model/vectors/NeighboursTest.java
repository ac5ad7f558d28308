package dev.gradus.model.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.math.Kernels;
import dev.gradus.model.Table;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NeighboursTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 30).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theNearestAreThoseOfAnExhaustiveSearch(SplittableRandom random) {
        int words = 1 + random.nextInt(700);
        int width = 1 + random.nextInt(40);
        int count = random.nextInt(300);
        int top = 1 + random.nextInt(12);
        WordVectors vectors = RandomVectors.of(random.nextLong(), words, width);
        int among = 1 + random.nextInt(words + 5);
        float[] queries = new float[count * width];
        for (int i = 0; i < queries.length; i++) {
            queries[i] = (float) random.nextDouble(-1, 1);
        }

        List<List<Neighbour>> found = vectors.neighbours(among, Kernels.plain()).nearest(queries, count, top);

        assertThat(found).hasSize(count);
        for (int q = 0; q < count; q++) {
            int query = q * width;
            List<Double> expected = IntStream.range(0, Math.min(among, words))
                    .mapToObj(id -> dotWithUnit(vectors, id, queries, query))
                    .sorted(Comparator.reverseOrder())
                    .limit(top)
                    .toList();
            assertThat(found.get(q)).hasSameSizeAs(expected);
            for (int i = 0; i < expected.size(); i++) {
                Neighbour neighbour = found.get(q).get(i);
                assertThat((double) neighbour.similarity()).isCloseTo(expected.get(i), within(1e-5));
                assertThat(dotWithUnit(vectors, neighbour.id(), queries, query))
                        .isCloseTo(expected.get(i), within(1e-5));
            }
            assertThat(found.get(q).stream().map(Neighbour::id)).doesNotHaveDuplicates();
        }
    }

    @Test
    void ofEquallyNearWordsTheMoreFrequentComeFirst() {
        float[] same = {1, 2};
        List<String> words = IntStream.range(0, 300).mapToObj(i -> "w" + i).toList();
        float[][] rows = IntStream.range(0, 300).mapToObj(i -> same).toArray(float[][]::new);
        WordVectors vectors = RandomVectors.of(words, rows);

        List<Neighbour> found = vectors.neighbours(300, Kernels.plain())
                .nearest(new float[] {1, 2}, 1, 5)
                .get(0);

        assertThat(found.stream().map(Neighbour::id)).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void aWordWithoutDirectionIsNearToNothing() {
        WordVectors vectors = RandomVectors.of(
                List.of("zero", "huge", "tiny"), new float[] {0, 0}, new float[] {3e38f, 3e38f}, new float[] {
                    -1e-20f, -1e-20f
                });

        List<Neighbour> found = vectors.neighbours(3, Kernels.plain())
                .nearest(new float[] {1, 0}, 1, 3)
                .get(0);

        assertThat(found.stream().map(Neighbour::id)).containsExactly(1, 0, 2);
        assertThat(found.get(0).similarity()).isCloseTo((float) Math.sqrt(0.5), within(1e-6f));
        assertThat(found.get(1).similarity()).isZero();
        assertThat(vectors.similarity(0, 1)).isZero();
        assertThat(vectors.similarity(1, 2)).isCloseTo(-1, within(1e-6));
    }

    @Test
    void queriesThatDoNotFitAreRefused() {
        Neighbours neighbours = RandomVectors.of(1, 10, 4).neighbours(10, Kernels.plain());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> neighbours.nearest(new float[7], 2, 1))
                .withMessage("queries do not fit: count=2, width=4, length=7, top=1");
    }

    @Test
    void aTableThatDoesNotFitItsArrayIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Table("input", 3, 4, 8, new float[19], 0))
                .withMessageContaining("table does not fit its array: table=input, rows=3");
        assertThat(new Table("input", 3, 4, 8, new float[20], 0).at(2)).isEqualTo(16);
    }

    private static double dotWithUnit(WordVectors vectors, int id, float[] queries, int at) {
        Table table = vectors.table();
        double dot = 0;
        double squares = 0;
        for (int j = 0; j < table.width(); j++) {
            double value = table.values()[table.at(id) + j];
            dot += value * queries[at + j];
            squares += value * value;
        }
        return dot / Math.sqrt(squares);
    }
}
