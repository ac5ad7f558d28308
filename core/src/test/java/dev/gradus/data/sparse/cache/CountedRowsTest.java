package dev.gradus.data.sparse.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.data.files.Piece;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
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
            SparseSource train = new SplitRows(rows.source(), held, false);
            SparseSource test = new SplitRows(rows.source(), held, true);
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
            SparseSource train = rows.source();
            SparseSource test = others.source();
            RawSet.Counted counted = new RawSet.Counted(rows.counts(), false);

            SparseSet plain = open("plain", new RawSet(train, test, SPACE));
            SparseSet known = open("known", new RawSet(train, test, SPACE, 0, counted));

            assertSame(known, plain);
        }
    }

    private static void assertSame(SparseSet known, SparseSet plain) throws IOException {
        assertThat(known.features().ids()).isEqualTo(plain.features().ids());
        assertThat(known.features().space()).isEqualTo(SPACE);
        assertThat(RowCase.all(known.train())).isEqualTo(RowCase.all(plain.train()));
        assertThat(RowCase.all(known.test())).isEqualTo(RowCase.all(plain.test()));
        assertThat(known.fingerprint()).isEqualTo(plain.fingerprint());
    }

    private RawRows rows(SplittableRandom random, String name) throws IOException {
        RawRows rows = new RawRows(folder.resolve(name));
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
