package dev.gradus.data.sparse.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gradus.data.DataException;
import dev.gradus.data.files.LineCutter;
import dev.gradus.data.files.SourceFiles;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseKind;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.data.sparse.cache.RawRows;
import dev.gradus.data.sparse.cache.RowCache;
import dev.gradus.data.sparse.cache.RowCase;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.KeyList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class RowFilesTest {

    private static final LineFormat LIBSVM = new LineFormat("libsvm", "", () -> new LibsvmParser(1), LastIndex::new);

    @TempDir
    Path folder = Path.of("");

    private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

    @Tag("long")
    @Test
    void rowsAreTheSameWithEveryBorderAnyNumberOfThreadsAndPacked() throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder text = new StringBuilder("\uFEFF");
        for (int i = 0; i < 60; i++) {
            text.append(i % 2);
            for (int index = 1; index < 30; index += 1 + random.nextInt(10)) {
                text.append(' ').append(index).append(':').append(random.nextInt(5));
            }
            text.append(i % 7 == 0 ? "\n\n" : "\n");
        }
        Path plain = Files.writeString(folder.resolve("a"), text);
        Path packed = Files.write(folder.resolve("b"), gzip(text.toString()));
        List<RowCase> expected = Lines.parse(new LibsvmParser(1), text.substring(1));

        for (int pieceBytes = 1; pieceBytes < 90; pieceBytes++) {
            LineCutter cutter = new LineCutter(pieceBytes, 1 + pieceBytes % 5, 1000);
            for (Path path : List.of(plain, packed)) {
                try (RawRows rows = new RawRows(folder.resolve("raw"), false)) {
                    int threads = 1 + pieceBytes % 5;
                    RowReader.read(
                            SourceFiles.find("data.path", path.toString()),
                            LIBSVM,
                            cutter,
                            threads,
                            new BadRows(false, 0),
                            () -> new RawSink(rows.writer()));
                    assertThat(RowCase.all(rows.source()))
                            .as("%s, pieces of %d bytes, %d threads", path, pieceBytes, threads)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void someRowsAreHeldOutOrReadFromOtherFiles() throws IOException {
        Path train = write("a", "1 1:1 2:1\n0 2:1\n1 2:1 3:1\n0 1:1\n");
        Path test = write("b", "1 2:1 9:1\n");

        SparseSet split = open(new RowSettings(train.toString(), "", 0.5, false, 0, 1));
        SparseSet apart = open(new RowSettings(train.toString(), test.toString(), 0.5, false, 0, 1));

        assertThat(split.features().ids()).containsExactly(2, 1, 3);
        assertThat(RowCase.all(split.train())).containsExactly(row(1, 1, 0), row(1, 0, 2));
        assertThat(RowCase.all(split.test())).containsExactly(row(0, 0), row(0, 1));
        assertThat(apart.features().ids()).containsExactly(2, 1, 3);
        assertThat(apart.features().space()).isEqualTo(10);
        assertThat(apart.train().rows()).isEqualTo(4);
        assertThat(RowCase.all(apart.test())).containsExactly(row(1, 0));
        assertThat(names("cache")).hasSize(4).allMatch(name -> name.matches("rows-[0-9a-f]{16}\\.(rows|lock)"));
        assertThat(notes).isEmpty();
    }

    @Test
    void aFileThatChangedIsReadAgain() throws IOException {
        Path file = write("a", "1 1:1\n0 2:1\n");
        open(settings(file));

        Files.writeString(file, "1 1:1\n0 2:1\n0 3:1\n");
        SparseSet set = open(settings(file));
        open(settings(file));

        assertThat(set.train().rows()).isEqualTo(3);
        assertThat(notes).hasSize(1);
        assertThat(notes.get(0))
                .startsWith("row cache is of another source or of other settings: file=")
                .endsWith("; making it again");
    }

    @Test
    void theFirstBadRowOfAFileIsNamedWithLineAndColumn() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200_000; i++) {
            text.append(i == 150_001 || i == 150_002 ? "1 4:1 3:1\n" : "1 1:1 2:1 3:1 400:0.5\n");
        }
        Path plain = write("a", text.toString());
        Path packed = Files.write(folder.resolve("b"), gzip(text.toString()));

        for (Path file : List.of(plain, packed)) {
            refused(
                    settings(file),
                    file + ":150002:7: index out of order: found=3:1, expected an index of more than 4");
        }
        assertThat(names("cache")).allMatch(name -> name.endsWith(".lock"));
    }

    @Test
    void badRowsAreSkippedUpToALimit() throws IOException {
        Path file = write("a", "1 1:1\n1 0:1\n0 2:1\n5 1:1\n0 1:x\n1 2:1\n");

        SparseSet set = open(new RowSettings(file.toString(), "", 0, true, 3, 1));

        assertThat(RowCase.all(set.train())).containsExactly(row(1, 1), row(0, 0), row(1, 0));
        assertThat(notes.get(0))
                .isEqualTo("skipped a bad row: " + file + ":2:3: bad index: found=0:1, expected an index of at least 1;"
                        + " write data.firstIndex: 0 if they begin with 0");
        assertThat(notes.get(1)).startsWith("rows were skipped because they are bad: rows=3, cache=");
        refused(
                new RowSettings(file.toString(), "", 0, true, 2, 1),
                "too many bad rows: data.badRows=2, first: " + file + ":2:3: bad index: found=0:1, expected an index"
                        + " of at least 1; write data.firstIndex: 0 if they begin with 0");
    }

    @Tag("long")
    @Test
    void aLineOf100MegabytesIsRefusedOrSkipped() throws IOException {
        Path file = folder.resolve("a");
        byte[] much = " 1:1".repeat(1 << 18).getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write("1 1:1\n0".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 100; i++) {
                out.write(much);
            }
            out.write("\n0 2:1\n".getBytes(StandardCharsets.US_ASCII));
        }

        refused(settings(file), file + ":2:16777217: line is too long: expected its end within 16777216 bytes");
        SparseSet set = open(new RowSettings(file.toString(), "", 0, true, 1, 1));

        assertThat(RowCase.all(set.train())).containsExactly(row(1, 0), row(0, 1));
    }

    @Test
    void aLineThatIsJustShortEnoughIsARow() throws IOException {
        Path file = folder.resolve("a");
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write("1 1:1\n0 2:1".getBytes(StandardCharsets.US_ASCII));
            out.write(" ".repeat(RowReader.MOST_LINE_BYTES - 5).getBytes(StandardCharsets.US_ASCII));
            out.write("\n1 2:1\n".getBytes(StandardCharsets.US_ASCII));
        }

        // Only the first row is looked at to learn which features are frequent.
        assertThat(RowCase.all(open(settings(file)).train())).containsExactly(row(1, 0), row(0, 1), row(1, 1));
    }

    @Test
    void truncatedPackedFilesAreRefused() throws IOException {
        byte[] packed = gzip("1 1:1\n0 2:1\n".repeat(1000));
        Path file = Files.write(folder.resolve("a"), Arrays.copyOf(packed, packed.length - 9));

        assertThatThrownBy(() -> open(settings(file)))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("cannot unpack file: file=" + file + ", the file ends too early");
        assertThat(names("cache")).allMatch(name -> name.endsWith(".lock"));
    }

    @Test
    void aFileThatChangesWhileItIsReadIsRefused() throws IOException {
        Path file = write("a", "1 1:1\n0 2:1\n");
        RowFormat meddling = new LineFormat("libsvm", "", () -> meddler(file), LastIndex::new);

        // It grows twice, when its first rows are looked at and when all are read.
        assertThatThrownBy(() -> RowFiles.open(settings(file), meddling, folder.resolve("cache"), manner()))
                .isInstanceOf(DataException.class)
                .hasMessage("file changed while it was read: file=" + file
                        + ", size=12, now=24; start again when it is complete");
        assertThat(names("cache")).allMatch(name -> name.endsWith(".lock"));
    }

    @Test
    void whatIsNotThereOrEmptyIsRefused() throws IOException {
        Path empty = write("a", "");
        Path blank = write("b", "\n\n");
        Path good = write("c", "1 1:1\n");

        refused(settings(empty), "data is empty: data.path=" + empty + ", files=1");
        refused(settings(blank), "no rows to train on: rows held out=0, rows skipped=0");
        refused(settings(folder.resolve("x")), "cannot read file: file=" + folder + "/x, file not found");
        refused(
                new RowSettings(good.toString(), empty.toString(), 0, false, 0, 1),
                "data is empty: data.testPath=" + empty + ", files=1");
        refused(
                new RowSettings(good.toString(), folder + "/y*", 0, false, 0, 1),
                "no file matches: data.testPath=" + folder + "/y*");
    }

    @Test
    void kindsReadTheirKeys() throws IOException {
        Path file = write("a", "1 0:1\n0 5:1\n1 5:1\n");
        SparseSet libsvm = open(new LibsvmKind(), Map.of("data.path", file.toString(), "data.firstIndex", 0));
        SparseSet listed = open(
                new LibsvmKind(),
                Map.of("data.path", file.toString(), "data.firstIndex", 0, "data.minCount", 2, "data.test", 0));
        Path vw = write("b", "1 |a x\n-1 |a y\n");
        SparseSet words = open(new VwKind(), Map.of("data.path", vw.toString(), "data.bits", 10, "data.hashSeed", 3));
        Path criteo = write("c", "1" + "\t5".repeat(13) + "\t68fd1e64".repeat(26) + "\n");
        SparseSet clicks = open(new CriteoKind(), Map.of("data.path", criteo.toString(), "data.integers", "log"));

        assertThat(libsvm.features().ids()).containsExactly(5, 0);
        assertThat(listed.features().ids()).containsExactly(5);
        assertThat(RowCase.all(listed.train()).get(0).features()).isEmpty();
        assertThat(words.features().space()).isEqualTo(1024);
        assertThat(clicks.features().space()).isEqualTo(1 << 24);
        assertThat(RowCase.all(clicks.train()).get(0).values()).contains((float) Math.log(7));
        assertThatThrownBy(() -> open(new VwKind(), Map.of()))
                .isInstanceOf(JobException.class)
                .hasMessage("no data: data.kind=vw, data.path=; write data.path: FILE, FOLDER or PATTERN");
        assertThatThrownBy(() -> open(new VwKind(), Map.of("data.path", "x", "data.onBadRow", "skip")))
                .isInstanceOf(JobException.class)
                .hasMessage("no limit of bad rows: data.onBadRow=skip, data.badRows=0; write how many may be skipped");
    }

    @Test
    void statisticsCountRowsEntriesLabelsAndBadRows() throws IOException {
        Path file = write("a", "1 3:1 9:2\n-1 4:1\n1 0:1\n0 5:1\nx\n\n");
        LibsvmKind kind = new LibsvmKind();
        Job job = Job.of(new KeyList(kind.keys()), Map.of("data.path", file.toString()));

        RowStatistics statistics = RowStatistics.of(job, kind.format(job), 2);

        assertThat(statistics)
                .isEqualTo(new RowStatistics(
                        1,
                        Files.size(file),
                        3,
                        4,
                        1,
                        3,
                        9,
                        2,
                        file + ":3:3: bad index: found=0:1, expected an index of at least 1; write data.firstIndex: 0"
                                + " if they begin with 0"));
    }

    @Test
    void aFileThatFailsLeavesNothingBehind() throws IOException {
        Path train = write("a", "1 1:1\n");
        Path test = write("b", "1 1:1 1:1\n");

        refused(
                new RowSettings(train.toString(), test.toString(), 0, false, 0, 1),
                test + ":1:7: index is repeated: found=1:1, expected an index of more than 1");
        assertThat(names("cache")).hasSize(1).allMatch(name -> name.endsWith(".lock"));
    }

    @Test
    void theRealSetA9aIsRead() throws IOException {
        Path data = Path.of("..", "..", "shared", "data");
        assumeThat(data.resolve("a9a"))
                .as("the set a9a lies beside the repository")
                .exists();

        SparseSet set = open(new RowSettings(
                data.resolve("a9a").toString(), data.resolve("a9a.t").toString(), 0, false, 0, 1));

        assertThat(set.train().rows()).isEqualTo(32_560);
        assertThat(set.test().rows()).isEqualTo(16_281);
        assertThat(set.features().size()).isEqualTo(122);
        assertThat(positives(set.train())).isEqualTo(7841);
    }

    private static long positives(SparseSource rows) throws DataException {
        return RowCase.all(rows).stream().filter(row -> row.label() == 1).count();
    }

    /** Writes to the file as it reads it. */
    private static RowParser meddler(Path file) {
        LibsvmParser parser = new LibsvmParser(1);
        return new RowParser() {
            private boolean written;

            @Override
            public int parse(byte[] bytes, int from, SparseBlock into) throws BadRowException {
                if (!written) {
                    written = true;
                    append(file);
                }
                return parser.parse(bytes, from, into);
            }

            @Override
            public long space() {
                return parser.space();
            }
        };
    }

    private static void append(Path file) {
        try {
            Files.writeString(file, "1 3:1\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RowCase row(int label, Integer... features) {
        return new RowCase(label, 1, List.of(features), Collections.nCopies(features.length, 1f));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static RowSettings settings(Path file) {
        return new RowSettings(file.toString(), "", 0, false, 0, 1);
    }

    private SparseSet open(RowSettings settings) throws DataException {
        return RowFiles.open(settings, LIBSVM, folder.resolve("cache"), manner());
    }

    private SparseSet open(SparseKind kind, Map<String, Object> keys) throws DataException {
        return kind.open(Job.of(new KeyList(kind.keys()), keys), folder.resolve("kinds"));
    }

    private RowCache.Manner manner() {
        return new RowCache.Manner(2, notes::add, Duration.ofSeconds(30));
    }

    private void refused(RowSettings settings, String message) {
        assertThatThrownBy(() -> open(settings))
                .isInstanceOf(DataException.class)
                .hasMessage(message);
    }

    private List<String> names(String name) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(name))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream stream = new GZIPOutputStream(packed)) {
            stream.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }
}
