package dev.gradus.data.sparse.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.files.Piece;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Features that were counted while rows were put aside make the set that counting by itself makes. */
class CountedRowsTest {

    private static final int SPACE = 300_000;

    @TempDir
    Path folder;

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 20).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void setsOfRowsThatAreSplitAreEqual(SplittableRandom random) throws IOException {
        double held = random.nextInt(7) / 10.0;
        try (RawRows rows = rows(random, "raw")) {
            SparseSource train = new SplitRows(kept(rows.source()), held, false);
            SparseSource test = new SplitRows(kept(rows.source()), held, true);
            RawSet.Counted counted = new RawSet.Counted(rows.counts(), true);

            SparseSet plain = open("plain", new RawSet(train, test, SPACE));
            SparseSet known = open("known", new RawSet(train, test, SPACE, 0, counted));

            assertSame(known, plain);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void setsOfRowsThatStandApartAreEqual(SplittableRandom random) throws IOException {
        try (RawRows rows = rows(random, "raw");
                RawRows others = rows(random, "raw-test")) {
            SparseSource train = kept(rows.source());
            SparseSource test = kept(others.source());
            RawSet.Counted counted = new RawSet.Counted(rows.counts(), false);

            SparseSet plain = open("plain", new RawSet(train, test, SPACE));
            SparseSet known = open("known", new RawSet(train, test, SPACE, 0, counted));

            assertSame(known, plain);
        }
    }

    @Test
    void rowsThatAreNotCountedSaySo() throws IOException {
        try (RawRows rows = new RawRows(folder.resolve("raw"), false)) {
            assertThatThrownBy(rows::counts)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("features were not counted: file=" + folder.resolve("raw"));
        }
    }

    /** Features that share slots of a buffer push each other out; none may be lost, and those taken away neither. */
    @ParameterizedTest
    @MethodSource("cases")
    void countsAreThoseOfAPlainArray(SplittableRandom random) {
        int space = 1 + random.nextInt(SPACE);
        FeatureCounts counts = new FeatureCounts(space);
        FeatureCounts.Buffer adding = counts.new Buffer(1);
        FeatureCounts.Buffer removing = counts.new Buffer(-1);
        int[] plain = new int[space];
        for (int blocks = 0; blocks < 30; blocks++) {
            SparseBlock block = new SparseBlock();
            for (int i = 0; i < 5000; i++) {
                // The square makes low features frequent.
                int id = (int) (space * Math.pow(random.nextDouble(), 2 + random.nextInt(6)));
                boolean counted = random.nextInt(10) > 0;
                block.add(id, counted ? 1 : 0);
                plain[id] += counted ? 1 : 0;
            }
            block.endRow(1, 1);
            adding.add(block);
            if (random.nextInt(4) == 0) {
                removing.add(block);
                for (int i = 0; i < block.entries(); i++) {
                    plain[block.features()[i]] -= block.values()[i] == 0 ? 0 : 1;
                }
            }
        }
        adding.flush();
        removing.flush();

        int[] ids = counts.rank(1, space).ids();

        int[] expected = IntStream.range(0, space)
                .filter(id -> plain[id] > 0)
                .boxed()
                .sorted(Comparator.comparing((Integer id) -> -plain[id]).thenComparing(id -> id))
                .mapToInt(id -> id)
                .toArray();
        assertThat(ids).isEqualTo(expected);
    }

    private static void assertSame(SparseSet known, SparseSet plain) throws IOException {
        assertThat(known.features().ids()).isEqualTo(plain.features().ids());
        assertThat(known.features().space()).isEqualTo(SPACE);
        assertThat(RowCase.all(known.train())).isEqualTo(RowCase.all(plain.train()));
        assertThat(RowCase.all(known.test())).isEqualTo(RowCase.all(plain.test()));
        assertThat(known.fingerprint()).isEqualTo(plain.fingerprint());
    }

    /** Rows of which two caches are made, although making one closes them. */
    private static SparseSource kept(SparseSource rows) {
        return new SparseSource() {
            @Override
            public long rows() {
                return rows.rows();
            }

            @Override
            public Reader reader() {
                return rows.reader();
            }

            @Override
            public void close() {}
        };
    }

    private RawRows rows(SplittableRandom random, String name) throws IOException {
        RawRows rows = new RawRows(folder.resolve(name), true);
        for (int place = 0; place < 3; place++) {
            RawRows.Writer writer = rows.writer();
            writer.begin(new Piece.Place(0, place));
            for (int blocks = random.nextInt(1, 10); blocks > 0; blocks--) {
                SparseBlock block = new SparseBlock();
                for (int i = random.nextInt(1, 40); i > 0; i--) {
                    RowCase.random(random, SPACE, 30).addTo(block);
                }
                writer.add(block);
            }
            writer.end();
        }
        return rows;
    }

    private SparseSet open(String name, RawSet raw) throws IOException {
        RowCache.Manner manner = new RowCache.Manner(2, note -> {}, Duration.ofSeconds(30));
        return new RowCache(folder, name, name, 1, manner).open(aside -> raw);
    }
}
