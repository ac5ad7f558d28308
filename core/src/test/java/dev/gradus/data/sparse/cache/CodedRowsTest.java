package dev.gradus.data.sparse.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CodedRowsTest {

    private static final int SPACE = 300_000;

    @TempDir
    Path folder = Path.of("");

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 12).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rowsReadStraightAreThoseThatAreCountedFirst(SplittableRandom random) throws IOException {
        List<RowCase> train = rows(random, 400);
        List<RowCase> test = rows(random, 50);
        int sampled = random.nextInt(train.size() + 1);

        SparseSet straight = straight("straight", 1 + random.nextInt(3), new Rows(train, test, sampled));
        SparseSet counted = cache("counted", 1).open(aside -> raw(train, test));

        assertThat(named(straight, straight.features())).isEqualTo(named(counted, counted.features()));
        assertThat(straight.features().ids())
                .containsExactlyInAnyOrder(counted.features().ids());
        assertThat(straight.features().space()).isEqualTo(SPACE);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void frequentFeaturesStandFirst(SplittableRandom random) throws IOException {
        List<RowCase> train = rows(random, 9000);

        SparseSet set = straight("set", 2, new Rows(train, List.of(), random.nextInt(train.size())));

        assertThat(set.features().size()).isGreaterThan(SparseBlock.FREQUENT);
        for (RowCase row : RowCase.all(set.train())) {
            int frequent = (int) row.features().stream()
                    .filter(place -> place < SparseBlock.FREQUENT)
                    .count();
            assertThat(row.features().subList(0, frequent)).allMatch(place -> place < SparseBlock.FREQUENT);
            assertThat(row.features()).doesNotHaveDuplicates();
        }
    }

    @Test
    void aCacheDoesNotDependOnTheNumberOfThreads() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        Rows rows = new Rows(rows(random, 2500), rows(random, 100), 900);

        SparseSet one = straight("one", 1, rows);
        SparseSet three = straight("three", 3, rows.with(3));

        assertThat(three.fingerprint()).isEqualTo(one.fingerprint());
        assertThat(RowCase.all(three.train())).isEqualTo(RowCase.all(one.train()));
        assertThat(RowCase.read(three.train(), 1777, 1790)).isEqualTo(RowCase.read(one.train(), 1777, 1790));
    }

    @Test
    void numbersThatDoNotFitAreCountedFirst() throws IOException {
        List<RowCase> train = List.of(
                new RowCase(1, 1, List.of(3, Integer.MAX_VALUE - 1), List.of(1f, 2f)),
                new RowCase(0, 1, List.of(3), List.of(1f)));
        Rows rows = new Rows(train, List.of(), 2, FeatureCounts.MOST_SPACE - 1, 1);

        SparseSet set = cache("high", 2)
                .open(
                        rows,
                        aside -> new RawSet(
                                RowCase.source(train), RowCase.source(List.of()), FeatureCounts.MOST_SPACE - 1));

        assertThat(set.features().ids()).containsExactly(3, Integer.MAX_VALUE - 1);
        assertThat(RowCase.all(set.train()).get(0).features()).containsExactly(0, 1);
    }

    /** Rows by the names of their features, in their order. */
    private static List<List<RowCase>> named(SparseSet set, FeatureList features) throws DataException {
        return List.of(
                RowCase.all(set.train()).stream()
                        .map(row -> named(row, features))
                        .toList(),
                RowCase.all(set.test()).stream()
                        .map(row -> named(row, features))
                        .toList());
    }

    private static RowCase named(RowCase row, FeatureList features) {
        TreeMap<Integer, Float> entries = new TreeMap<>(Comparator.naturalOrder());
        for (int i = 0; i < row.features().size(); i++) {
            entries.put(features.id(row.features().get(i)), row.values().get(i));
        }
        return new RowCase(row.label(), row.weight(), List.copyOf(entries.keySet()), List.copyOf(entries.values()));
    }

    /** Some rows rise, and have values whose sums do not depend on their order. */
    private static List<RowCase> rows(SplittableRandom random, int count) {
        List<RowCase> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            RowCase row = RowCase.random(random, SPACE, 30);
            List<Integer> features = row.features();
            if (random.nextBoolean()) {
                features = features.stream().sorted().distinct().toList();
            }
            List<Float> values =
                    features.stream().map(feature -> (float) random.nextInt(4)).toList();
            rows.add(new RowCase(row.label(), row.weight(), features, values));
        }
        return rows;
    }

    private static RawSet raw(List<RowCase> train, List<RowCase> test) {
        return new RawSet(RowCase.source(train), RowCase.source(test), SPACE);
    }

    private SparseSet straight(String name, int threads, Rows rows) throws DataException {
        return cache(name, threads).open(rows, aside -> {
            throw new AssertionError("rows were not read straight");
        });
    }

    private RowCache cache(String name, int threads) {
        return new RowCache(folder, name, name, 1, new RowCache.Manner(threads, note -> {}, Duration.ofSeconds(30)));
    }

    /** Rows in pieces of 700, which writers take by turns, of which the first {@code sampled} are the sample. */
    private record Rows(List<RowCase> train, List<RowCase> test, int sampled, long space, int writers)
            implements RowCache.Reader {

        Rows(List<RowCase> train, List<RowCase> test, int sampled) {
            this(train, test, sampled, SPACE, 2);
        }

        Rows with(int others) {
            return new Rows(train, test, sampled, space, others);
        }

        @Override
        public FrequentFeatures frequent() {
            FeatureSample sample = new FeatureSample();
            List<FeatureSample.Counter> counters = List.of(sample.counter(), sample.counter());
            for (int i = 0; i < sampled; i++) {
                SparseBlock block = new SparseBlock();
                train.get(i).addTo(block);
                counters.get(i % 2).add(block);
            }
            return sample.frequent();
        }

        @Override
        public RowCache.Extent read(CodedRows into) throws DataException {
            put(train, Stream.generate(() -> into.writer(false)).limit(writers).toList());
            put(test, Stream.generate(() -> into.writer(true)).limit(writers).toList());
            return new RowCache.Extent(space, 0);
        }

        private static void put(List<RowCase> rows, List<CodedRows.Writer> writers) throws DataException {
            int pieces = (rows.size() + 699) / 700;
            for (int piece = pieces - 1; piece >= 0; piece--) { // in another order than that of the file
                CodedRows.Writer writer = writers.get(piece % writers.size());
                writer.begin(new Piece.Place(0, piece));
                for (RowCase row : rows.subList(700 * piece, Math.min(rows.size(), 700 * (piece + 1)))) {
                    SparseBlock block = new SparseBlock();
                    row.addTo(block);
                    writer.add(block);
                }
                writer.end();
            }
        }
    }
}
