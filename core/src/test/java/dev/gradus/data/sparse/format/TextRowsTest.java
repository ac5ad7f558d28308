package dev.gradus.data.sparse.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import dev.gradus.data.files.LineCutter;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.files.SourceFiles;
import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseKind;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.data.sparse.cache.FrequentFeatures;
import dev.gradus.data.sparse.cache.RowCase;
import dev.gradus.job.Job;
import dev.gradus.job.KeyList;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class TextRowsTest {

    private static final LineFormat LIBSVM = new LineFormat("libsvm", "", () -> new LibsvmParser(1), LastIndex::new);

    @TempDir
    private Path folder;

    /** A row by what its features are called. */
    private record Named(float label, float weight, Map<Integer, Float> entries) {

        static List<Named> all(SparseSet set, SparseSource rows) throws DataException {
            FeatureList features = set.features();
            List<Named> named = new ArrayList<>();
            for (RowCase row : RowCase.all(rows)) {
                Map<Integer, Float> entries = new TreeMap<>();
                for (int i = 0; i < row.features().size(); i++) {
                    Float twice = entries.put(
                            features.id(row.features().get(i)), row.values().get(i));
                    assertThat(twice).isNull();
                }
                named.add(new Named(row.label(), row.weight(), entries));
            }
            return named;
        }
    }

    /** Lines of rising indices, of which few are frequent, with zeros, ones and other values. */
    private static String lines(int rows, int space, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < rows; row++) {
            text.append(random.nextInt(2));
            int index = 0;
            for (int i = random.nextInt(12); i > 0; i--) {
                index += 1 + random.nextInt(Math.max(1, (space / 12) >>> random.nextInt(12)));
                text.append(' ').append(index).append(':');
                text.append(
                        switch (random.nextInt(6)) {
                            case 0 -> "0";
                            case 1 -> "0.25";
                            case 2 -> "-3e2";
                            default -> "1";
                        });
            }
            text.append('\n');
        }
        return text.toString();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static Job job(SparseKind kind, Map<String, Object> keys) {
        return Job.of(new KeyList(kind.keys()), keys);
    }

    private SparseSet text(SparseKind kind, Map<String, Object> keys) throws DataException {
        Map<String, Object> all = new TreeMap<>(keys);
        all.put("data.read", "text");
        SparseSet set = kind.openOnce(job(kind, all), folder.resolve("no-cache"));
        assertThat(folder.resolve("no-cache")).doesNotExist();
        return set;
    }

    private SparseSet cached(SparseKind kind, Map<String, Object> keys) throws DataException {
        return kind.open(job(kind, keys), folder.resolve("cache"));
    }

    private void areEqual(SparseKind kind, Map<String, Object> keys) throws DataException {
        try (SparseSet text = text(kind, keys);
                SparseSet cached = cached(kind, keys)) {
            assertThat(text.features().space()).isEqualTo(cached.features().space());
            assertThat(Named.all(text, text.train())).isEqualTo(Named.all(cached, cached.train()));
            assertThat(withKnown(cached, Named.all(text, text.test())))
                    .isEqualTo(withKnown(cached, Named.all(cached, cached.test())));
        }
    }

    /**
     * Rows without features that only test rows have: a cache leaves them out, and no weight is ever learnt for them.
     */
    private static List<Named> withKnown(SparseSet set, List<Named> rows) {
        List<Integer> known = new ArrayList<>();
        for (int place = 0; place < set.features().size(); place++) {
            known.add(set.features().id(place));
        }
        rows.forEach(row -> row.entries().keySet().retainAll(known));
        return rows;
    }

    @Test
    void rowsOfTextAreThoseOfACache() throws IOException {
        Path train = write("train", lines(20_000, 100_000, 1));
        Path test = write("test", lines(500, 120_000, 2));

        areEqual(new LibsvmKind(), Map.of("data.path", "" + train, "data.testPath", "" + test));
        areEqual(new LibsvmKind(), Map.of("data.path", "" + train, "data.test", 0.25));
        areEqual(new LibsvmKind(), Map.of("data.path", "" + train, "data.test", 0.0));
    }

    @Test
    void filesOfAFolderAreReadInTheirOrder() throws IOException {
        Files.createDirectory(folder.resolve("parts"));
        for (int i = 0; i < 5; i++) {
            String text = lines(100 + i, 1000, i);
            write("parts/" + i, i == 2 ? text.strip() : text); // whose last line does not end
        }

        areEqual(new LibsvmKind(), Map.of("data.path", folder + "/parts", "data.test", 0.0));
    }

    @Test
    void featuresThatAreHashedMayMeetAndAreAdded() throws IOException {
        StringBuilder vw = new StringBuilder();
        StringBuilder criteo = new StringBuilder();
        SplittableRandom random = new SplittableRandom(4);
        for (int row = 0; row < 300; row++) {
            vw.append(row % 2).append(" 2.5 |a#1 x").append(random.nextInt(99)).append(":2 y |b");
            vw.append(" z".repeat(random.nextInt(20))).append('\n');
            criteo.append(row % 2);
            for (int column = 1; column < 40; column++) {
                criteo.append('\t').append(random.nextInt(column));
            }
            criteo.append('\n');
        }

        Path words = write("vw", vw.toString());
        areEqual(new VwKind(), Map.of("data.path", "" + words, "data.bits", 5, "data.test", 0.0));
        Path clicks = write("criteo", criteo.toString());
        areEqual(new CriteoKind(), Map.of("data.path", "" + clicks, "data.bits", 6, "data.test", 0.1));
    }

    @Test
    void anyRangeOfRowsCanBeReadInAnyOrder() throws IOException {
        Path file = write("train", lines(60_000, 100_000, 3)); // several pieces
        try (SparseSet set = text(new LibsvmKind(), Map.of("data.path", "" + file, "data.test", 0.0))) {
            List<RowCase> all = RowCase.all(set.train());
            SplittableRandom random = new SplittableRandom(5);
            SparseSource.Reader reader = set.train().reader();
            SparseBlock block = new SparseBlock();
            int next = 0;
            for (int i = 0; i < 300; i++) {
                // As often on from where it was, and over rows that another rank has taken.
                int from = random.nextBoolean() ? random.nextInt(60_000) : Math.min(60_000, next + random.nextInt(300));
                next = Math.min(60_000, from + random.nextInt(400));
                block.clear();
                reader.read(from, next, block);
                assertThat(RowCase.of(block)).as("%d to %d", from, next).isEqualTo(all.subList(from, next));
            }
            assertThatThrownBy(() -> reader.read(0, 60_001, block)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void linesAreFoundWithEveryBorderAndAnyNumberOfThreads() throws Exception {
        String text = lines(50, 5000, 6);
        List<SourceFile> files = SourceFiles.find("data.path", "" + write("train", text));
        List<RowCase> expected = Lines.parse(new LibsvmParser(1), text.replaceAll(" [0-9]+:0(?= |\n)", ""));
        FrequentFeatures none = new SampleReader(LIBSVM, 1).sample(List.of()).mostFrequent();

        for (int bytes = 1; bytes < 90; bytes++) {
            LineCutter cutter = new LineCutter(bytes, 1 + bytes % 5, 1000);
            LineIndex lines = LineIndex.scan(files, LIBSVM, cutter, 1 + bytes % 3);
            try (TextRows rows = new TextRows(lines, LIBSVM, none, lines.space())) {
                assertThat(RowCase.all(rows)).as("pieces of %d bytes", bytes).isEqualTo(expected);
            }
        }
    }

    @Test
    void aCommentIsSeenAnywhereInALine() throws Exception {
        String line = "1" + " 7:1".repeat(40);
        for (int at = 1; at < line.length(); at++) {
            String text = line + "\n" + line.substring(0, at) + "#" + line.substring(at + 1) + "\n" + line + "\n";
            List<SourceFile> files = SourceFiles.find("data.path", "" + write("train", text));

            assertThatThrownBy(() -> LineIndex.scan(files, LIBSVM, RowReader.CUTTER, 1))
                    .as("at %d", at)
                    .isInstanceOf(UnsuitedException.class)
                    .hasMessageStartingWith("lines may have comments: file=");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 3:1\n\n0 4:1\n",
                " 1 3:1\n",
                "1 3:1 # 9\n",
                "# rows\n1 3:1\n",
                "\uFEFF1 3:1\n",
                "\r\n1 3:1\r\n"
            })
    void linesThatMayBeNoRowsAreReadIntoACache(String text) throws IOException {
        Path file = write("train", text + "1 2:1\n".repeat(10));
        LibsvmKind kind = new LibsvmKind();
        Map<String, Object> keys = Map.of("data.path", "" + file, "data.test", 0.0);

        try (SparseSet set = kind.openOnce(job(kind, keys), folder.resolve("cache"))) {
            assertThat(set.train().storedBytes()).isPositive();
        }
        assertThatThrownBy(() -> text(kind, keys))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("rows cannot be read as text whenever they are needed: lines may ")
                .hasMessageEndingWith("file=" + file + "; write data.read: cache");
    }

    @Test
    void whatIsLeftOutOrPackedIsReadIntoACache() throws IOException {
        Path file = write("train", "1 3:1\n0 3:1\n");
        Path packed = folder.resolve("train.gz");
        try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(packed))) {
            stream.write(Files.readAllBytes(file));
        }
        LibsvmKind kind = new LibsvmKind();

        for (Map<String, Object> keys : List.<Map<String, Object>>of(
                Map.of("data.path", "" + packed),
                Map.of("data.path", "" + file, "data.minCount", 2),
                Map.of("data.path", "" + file, "data.onBadRow", "skip", "data.badRows", 1))) {
            Map<String, Object> all = new TreeMap<>(keys);
            all.put("data.test", 0.0);
            kind.openOnce(job(kind, all), folder.resolve("cache")).close();
            assertThatThrownBy(() -> text(kind, all)).isInstanceOf(DataException.class);
        }
        try (Stream<Path> made = Files.list(folder.resolve("cache"))) {
            assertThat(made.filter(path -> path.toString().endsWith(".rows"))).hasSize(3);
        }
    }

    @Test
    void manyFeaturesOfFewRowsAreReadIntoACache() throws IOException {
        Path few = write("few", "1 1000000:1\n".repeat(50));
        Path many = write("many", "1 100:1\n".repeat(60));
        LibsvmKind kind = new LibsvmKind();

        try (SparseSet set = kind.openOnce(job(kind, Map.of("data.path", "" + few)), folder.resolve("cache"))) {
            assertThat(set.features().size()).isEqualTo(1);
        }
        try (SparseSet set = kind.openOnce(job(kind, Map.of("data.path", "" + many)), folder.resolve("none"))) {
            assertThat(set.features().size()).isEqualTo(102);
            assertThat(set.features().describe()).isEqualTo("up to 101 features, straight from text");
        }
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 2147483646:1\n", "1 2147470000:1\n", "1\n0\n"})
    void featuresThatHaveNoPlacesByNumberAreReadIntoACache(String text) throws IOException {
        Path file = write("train", text);
        Map<String, Object> keys = Map.of("data.path", "" + file, "data.test", 0.0);

        assertThatThrownBy(() -> text(new LibsvmKind(), keys))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("rows cannot be read as text whenever they are needed: ")
                .hasMessageEndingWith("; write data.read: cache");
    }

    @Test
    void aBadRowIsNamedAsACacheNamesIt() throws IOException {
        String good = "1 1:1 2:1\n";
        Path file = write("train", good.repeat(777) + "1 2:1 x:1\n" + good.repeat(50));
        Map<String, Object> keys = Map.of("data.path", "" + file, "data.test", 0.0);
        LibsvmKind kind = new LibsvmKind();

        String message = file + ":778:7: bad entry: found=x:1, expected index:value with an index of 1 to 2147483646";
        assertThatThrownBy(() -> cached(kind, keys))
                .isInstanceOf(DataException.class)
                .hasMessage(message);
        try (SparseSet set = text(kind, keys)) {
            SparseSource.Reader reader = set.train().reader();
            SparseBlock block = new SparseBlock();
            for (int twice = 0; twice < 2; twice++) {
                assertThatThrownBy(() -> reader.read(700, 800, block))
                        .isInstanceOf(DataException.class)
                        .hasMessage(message);
            }
            block.clear();
            reader.read(778, 828, block);
            assertThat(block.rows()).isEqualTo(50);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 1:1\n",
                "1 1:1\n1 1:1\n\n\n\n1 1:1\n",
                "1 1:1\n1 1:1\n1 1:1\n1 9:1\n",
                "0 1:1\n0 1:1\n0 1:1\n0 1:1\n"
            })
    void aFileThatChangesWhileItIsReadIsRefused(String changed) throws IOException {
        Path file = write("train", "1 1:1\n".repeat(4));
        try (SparseSet set = text(new LibsvmKind(), Map.of("data.path", "" + file, "data.test", 0.0))) {
            Files.writeString(file, changed);

            assertThatThrownBy(() -> RowCase.all(set.train()))
                    .isInstanceOf(DataException.class)
                    .hasMessageStartingWith("file changed while it was read: file=" + file)
                    .hasMessageEndingWith("; start again when it is complete");
        }
    }

    @Test
    void theFingerprintTellsWhatIsInTheLines() throws IOException {
        Path file = write("train", "1 1:1\n0 2:1\n");
        Map<String, Object> keys = Map.of("data.path", "" + file, "data.test", 0.0);
        LibsvmKind kind = new LibsvmKind();

        String first = text(kind, keys).fingerprint();
        assertThat(text(kind, keys).fingerprint()).isEqualTo(first);
        assertThat(text(kind, Map.of("data.path", "" + file, "data.test", 0.5)).fingerprint())
                .isNotEqualTo(first);
        Files.writeString(file, "1 1:1\n0 2:2\n");
        assertThat(text(kind, keys).fingerprint()).isNotEqualTo(first);
    }
}
