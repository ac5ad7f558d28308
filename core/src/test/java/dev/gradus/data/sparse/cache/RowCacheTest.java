package dev.gradus.data.sparse.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class RowCacheTest {

    @TempDir
    Path folder = Path.of("");

    private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 12).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aSetIsThatOfTheObviousCodeWithAnyNumberOfThreads(SplittableRandom random) throws IOException {
        int space = 1 << (1 + random.nextInt(22));
        int minCount = 1 + random.nextInt(3);
        List<RowCase> train = rows(random, 1 + random.nextInt(3000), space);
        List<RowCase> test = rows(random, random.nextInt(500), space);
        List<Integer> listed = listed(train, minCount);

        List<String> fingerprints = new ArrayList<>();
        for (int threads : new int[] {1, 2, 7}) {
            SparseSet set = open("n" + threads, "f", threads, minCount, raw(train, test, space));
            assertThat(set.features().ids())
                    .containsExactly(listed.stream().mapToInt(i -> i).toArray());
            assertThat(set.features().space()).isEqualTo(space);
            assertThat(RowCase.all(set.train())).isEqualTo(rewritten(train, listed));
            assertThat(RowCase.all(set.test())).isEqualTo(rewritten(test, listed));
            fingerprints.add(set.fingerprint());
        }

        assertThat(fingerprints).containsOnly(fingerprints.get(0));
        assertThat(notes).isEmpty();
    }

    @Test
    void anyRangeIsReadWhateverWasReadBefore() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        List<RowCase> train = rows(random, 20_000, 1000);
        SparseSet set = open("n", "f", 2, 1, raw(train, List.of(), 1000));
        List<RowCase> expected = rewritten(train, listed(train, 1));
        SparseSource.Reader reader = set.train().reader();

        long from = 0;
        for (int i = 0; i < 2000; i++) {
            // Goes on where it was, a little further, or anywhere.
            from = switch (random.nextInt(3)) {
                case 0 -> from;
                case 1 -> Math.min(20_000, from + random.nextInt(100));
                default -> random.nextInt(20_000);
            };
            long to = Math.min(20_000, from + random.nextInt(random.nextInt(20) == 0 ? 3000 : 40));
            SparseBlock block = new SparseBlock();
            reader.read(from, to, block);
            assertThat(RowCase.of(block)).isEqualTo(expected.subList((int) from, (int) to));
            from = to;
        }
        assertThatThrownBy(() -> reader.read(5, 20_001, new SparseBlock()))
                .hasMessage("no such rows: from=5, to=20001, rows=20000");
    }

    @Tag("long")
    @Test
    void rowsThatFillAChunkByThemselvesAreFound() throws IOException {
        SplittableRandom random = new SplittableRandom(9);
        List<RowCase> train = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            train.add(i % 3 == 0 ? RowCase.random(random, 100, 10) : RowCase.random(random, 1 << 20, 120_000));
        }
        SparseSet set = open("n", "f", 3, 1, raw(train, train.subList(0, 5), 1 << 20));
        List<RowCase> expected = rewritten(train, listed(train, 1));

        for (int i = 39; i >= 0; i--) {
            assertThat(RowCase.read(set.train(), i, i + 1)).isEqualTo(expected.subList(i, i + 1));
        }
        assertThat(RowCase.all(set.test())).isEqualTo(expected.subList(0, 5));
    }

    @Test
    void frequentFeaturesComeFirstEvenIfTheyAreVeryFrequent() throws IOException {
        List<RowCase> train = new ArrayList<>();
        for (int i = 0; i < 70_000; i++) {
            List<Integer> features = i % 7 == 0 ? List.of(3, 9, 8) : i % 2 == 0 ? List.of(5, 3) : List.of(3, 4, 5);
            train.add(new RowCase(0, 1, features, features.stream().map(f -> 1f).toList()));
        }
        SparseSet set = open("n", "f", 2, 1, raw(train, List.of(), 100));

        assertThat(set.features().ids()).containsExactly(3, 5, 4, 8, 9);
        assertThat(set.train().rows()).isEqualTo(70_000);
    }

    @Test
    void frequentFeaturesOfARowStandBeforeTheOthers() throws IOException {
        SplittableRandom random = new SplittableRandom(8);
        List<RowCase> train = new ArrayList<>();
        for (int i = 0; i < 4000; i++) {
            List<Integer> features = random.ints(40, 0, 1 << (4 + random.nextInt(16)))
                    .sorted()
                    .distinct()
                    .boxed()
                    .toList();
            List<Float> values =
                    features.stream().map(f -> f % 5 == 0 ? 0.5f : 1f).toList();
            train.add(new RowCase(1, 1, features, values));
        }
        SparseSet set = open("n", "f", 2, 1, raw(train, List.of(), 1 << 20));

        assertThat(set.features().size()).isGreaterThan(2 * SparseBlock.FREQUENT);
        assertThat(RowCase.all(set.train())).isEqualTo(rewritten(train, listed(train, 1)));
        assertThat(RowCase.all(set.train()))
                .allSatisfy(row -> assertThat(row.features().stream().map(f -> f >= SparseBlock.FREQUENT))
                        .isSorted());
    }

    @Test
    void aCacheIsMadeOnceAndByOneAlone() throws Exception {
        List<RowCase> train = rows(new SplittableRandom(1), 3000, 50);
        AtomicInteger made = new AtomicInteger();
        RowCache.Maker maker = aside -> {
            made.incrementAndGet();
            return raw(train, List.of(), 50);
        };
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<Callable<Long>> tasks = Collections.nCopies(
                    6, () -> cache("n", "f", 2, 1).open(maker).train().rows());
            for (Future<Long> future : threads.invokeAll(tasks)) {
                assertThat(future.get()).isEqualTo(3000);
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(made).hasValue(1);
        assertThat(names()).containsExactly("n.lock", "n.rows");
        assertThat(notes).isEmpty();
    }

    @Test
    void aCacheOfAnotherSourceIsMadeAgainAndThatIsSaid() throws IOException {
        List<RowCase> before = rows(new SplittableRandom(1), 100, 50);
        List<RowCase> after = rows(new SplittableRandom(2), 100, 50);
        open("n", "before", 2, 1, raw(before, List.of(), 50));

        SparseSet set = open("n", "after", 2, 1, raw(after, List.of(), 50));

        assertThat(RowCase.all(set.train())).isEqualTo(rewritten(after, listed(after, 1)));
        assertThat(notes)
                .containsExactly(
                        "row cache is of another source or of other settings: file=" + file() + "; making it again");
    }

    @Test
    void aCacheOfAnotherVersionIsMadeAgainAndThatIsSaid() throws IOException {
        damage(8, (byte) 1, "row cache of another version: file=" + file() + ", version=1, known=3; making it again");
    }

    @Test
    void aCacheThatIsDamagedAnywhereIsMadeAgainAndThatIsSaid() throws IOException {
        List<RowCase> train = rows(new SplittableRandom(1), 2500, 50);
        List<RowCase> expected = rewritten(train, listed(train, 1));
        open("n", "f", 2, 1, raw(train, train, 50));
        byte[] bytes = Files.readAllBytes(file());
        int features = listed(train, 1).size();
        int table = bytes.length - 6 * Chunk.ENTRY_BYTES;
        Map<Integer, String> places = new LinkedHashMap<>();
        places.put(0, "not a row cache: file=" + file());
        places.put(13, "row cache is damaged: file=" + file() + ", part=header");
        places.put(20, "row cache is damaged: file=" + file() + ", part=header");
        places.put(127, "row cache is damaged: file=" + file() + ", part=header");
        places.put(table, "row cache is damaged: file=" + file() + ", part=table");
        places.put(bytes.length - 1, "row cache is damaged: file=" + file() + ", part=table");
        places.put(table - 1, "row cache is damaged: file=" + file() + ", part=features");
        places.put(table - 4 * features, "row cache is damaged: file=" + file() + ", part=features");
        for (int at = 128; at < table - 4 * features; at += 997) {
            places.put(at, "row cache is damaged: file=" + file() + ", chunk=");
        }

        for (Map.Entry<Integer, String> place : places.entrySet()) {
            byte[] damaged = bytes.clone();
            damaged[place.getKey()] ^= 0x10;
            Files.write(file(), damaged);
            notes.clear();
            SparseSet set = open("n", "f", 2, 1, raw(train, train, 50));
            assertThat(RowCase.all(set.train())).isEqualTo(expected);
            assertThat(notes).as("byte %d", place.getKey()).hasSize(1);
            assertThat(notes.get(0)).startsWith(place.getValue()).endsWith("; making it again");
        }
        for (int length : new int[] {0, 5, 127, 128, 5000, bytes.length - 1}) {
            Files.write(file(), java.util.Arrays.copyOf(bytes, length));
            notes.clear();
            assertThat(open("n", "f", 2, 1, raw(train, train, 50)).train().rows())
                    .isEqualTo(2500);
            assertThat(notes).as("%d bytes", length).hasSize(1);
        }
    }

    @Test
    void aTableThatPointsOutsideIsFoundEvenIfItsChecksumFits() throws IOException {
        List<RowCase> train = rows(new SplittableRandom(1), 100, 50);
        open("n", "f", 1, 1, raw(train, List.of(), 50));
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file())).order(ByteOrder.LITTLE_ENDIAN);
        int table = bytes.limit() - Chunk.ENTRY_BYTES;
        bytes.putLong(table, bytes.limit() - 10L);
        bytes.putInt(88, crc(bytes, table, bytes.limit()));
        bytes.putInt(12, crc(bytes, 16, 128));
        Files.write(file(), bytes.array());

        assertThatThrownBy(() -> CacheReader.open(file(), dev.gradus.data.files.Digest.of("minCount=1\nf")))
                .isInstanceOf(DataException.class)
                .hasMessage("row cache is damaged: file=" + file() + ", part=table");
    }

    @Test
    void whatAnInterruptedWriterLeftIsNotTakenForWhole() throws IOException {
        List<RowCase> train = rows(new SplittableRandom(1), 100, 50);
        open("n", "f", 1, 1, raw(train, List.of(), 50));
        Files.move(file(), folder.resolve("n.rows.partial"));
        Files.write(folder.resolve("n.raw"), new byte[1000]);

        assertThat(open("n", "f", 1, 1, raw(train, List.of(), 50)).train().rows())
                .isEqualTo(100);
        assertThat(names()).doesNotContain("n.rows.partial");
    }

    @Test
    void rowsWithoutAnyUseAreRefused() {
        RawSet none = raw(List.of(), List.of(), 5);
        RawSet rare = raw(List.of(new RowCase(1, 1, List.of(2), List.of(1f))), List.of(), 5);

        assertThatThrownBy(() -> open("n", "f", 1, 1, none))
                .isInstanceOf(DataException.class)
                .hasMessage("no rows to train on: rows held out=0, rows skipped=0");
        assertThatThrownBy(() -> open("n", "f", 1, 2, rare))
                .isInstanceOf(DataException.class)
                .hasMessage("no feature is left: data.minCount=2, rows=1; lower data.minCount");
        assertThat(Files.exists(file())).isFalse();
    }

    @Test
    void aFeatureOutsideItsSpaceIsRefused() {
        RawSet wide = raw(List.of(new RowCase(1, 1, List.of(5), List.of(1f))), List.of(), 5);

        assertThatThrownBy(() -> open("n", "f", 3, 1, wide)).hasMessage("no such feature: id=5, space=5");
    }

    @Test
    void skippedRowsAreToldOfWheneverACacheIsOpened() throws IOException {
        List<RowCase> train = rows(new SplittableRandom(1), 10, 50);
        SparseSource test = RowCase.source(List.of());
        cache("n", "f", 1, 1).open(aside -> new RawSet(RowCase.source(train), test, 50, 3, null));
        notes.clear();

        open("n", "f", 1, 1, raw(train, List.of(), 50));

        assertThat(notes).containsExactly("rows were skipped because they are bad: rows=3, cache=" + file());
    }

    private void damage(int at, byte value, String note) throws IOException {
        List<RowCase> train = rows(new SplittableRandom(1), 100, 50);
        open("n", "f", 1, 1, raw(train, List.of(), 50));
        byte[] bytes = Files.readAllBytes(file());
        bytes[at] = value;
        Files.write(file(), bytes);

        assertThat(open("n", "f", 1, 1, raw(train, List.of(), 50)).train().rows())
                .isEqualTo(100);
        assertThat(notes).containsExactly(note);
        assertThat(Files.readAllBytes(file())[at]).isNotEqualTo(value);
    }

    private static int crc(ByteBuffer bytes, int from, int to) {
        java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
        crc.update(bytes.duplicate().position(from).limit(to));
        return (int) crc.getValue();
    }

    private static List<RowCase> rows(SplittableRandom random, int count, int space) {
        List<RowCase> rows = new ArrayList<>();
        // One entry that is certain, so that there is something to learn from.
        rows.add(new RowCase(1, 1, List.of(0, 0, 0), List.of(1f, 1f, 1f)));
        for (int i = 1; i < count; i++) {
            rows.add(RowCase.random(random, space, 30));
        }
        return rows;
    }

    /** The features that are listed, by sorting. */
    private static List<Integer> listed(List<RowCase> train, int minCount) {
        Map<Integer, Integer> counts = new TreeMap<>();
        for (RowCase row : train) {
            for (int i = 0; i < row.features().size(); i++) {
                if (row.values().get(i) != 0) {
                    counts.merge(row.features().get(i), 1, Integer::sum);
                }
            }
        }
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() >= minCount)
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Rows with places for features, by maps: in the order of the row if its features rise, else in that of places. */
    private static List<RowCase> rewritten(List<RowCase> rows, List<Integer> listed) {
        Map<Integer, Integer> places = new TreeMap<>();
        for (int place = 0; place < listed.size(); place++) {
            places.put(listed.get(place), place);
        }
        List<RowCase> written = new ArrayList<>();
        for (RowCase row : rows) {
            boolean rising = List.copyOf(new TreeSet<>(row.features())).equals(row.features());
            Map<Integer, Float> entries = rising ? new LinkedHashMap<>() : new TreeMap<>();
            for (boolean frequent : new boolean[] {true, false}) {
                for (int i = 0; i < row.features().size(); i++) {
                    Integer place = places.get(row.features().get(i));
                    if (place != null && row.values().get(i) != 0 && frequent == (place < SparseBlock.FREQUENT)) {
                        entries.merge(place, row.values().get(i), Float::sum);
                    }
                }
            }
            written.add(new RowCase(
                    row.label(), row.weight(), List.copyOf(entries.keySet()), List.copyOf(entries.values())));
        }
        return written;
    }

    private static RawSet raw(List<RowCase> train, List<RowCase> test, long space) {
        return new RawSet(RowCase.source(train), RowCase.source(test), space);
    }

    private SparseSet open(String name, String fingerprint, int threads, int minCount, RawSet raw)
            throws DataException {
        return cache(name, fingerprint, threads, minCount).open(aside -> raw);
    }

    private RowCache cache(String name, String fingerprint, int threads, int minCount) {
        RowCache.Manner manner = new RowCache.Manner(threads, notes::add, Duration.ofSeconds(30));
        return new RowCache(folder, name, fingerprint, minCount, manner);
    }

    private Path file() {
        return folder.resolve("n.rows");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
