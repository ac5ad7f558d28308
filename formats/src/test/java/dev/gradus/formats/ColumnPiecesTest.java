package dev.gradus.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import dev.gradus.data.files.LineCutter;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.files.SourceFiles;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.format.BadRows;
import dev.gradus.data.sparse.format.RowSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are cut and read by several threads give what one thread reads of them from their start. */
@Timeout(120)
class ColumnPiecesTest {

    @TempDir
    Path folder = Path.of("");

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 60).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rowsAreThoseThatOneThreadReads(SplittableRandom random) throws IOException {
        List<SourceFile> files = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            files.addAll(write("file" + i, text(random, -1)));
        }
        ColumnSettings settings = settings();

        List<ColumnFile.Row> whole = whole(files, settings, new BadRows(false, 0));
        List<ColumnFile.Row> cut = cut(files, settings, new BadRows(false, 0), random);

        assertThat(CutCheck.passes(files, cutter(random), 2)).isTrue();
        assertThat(cut).isEqualTo(whole).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void badRowsAreNamedByTheirLineInTheFile(SplittableRandom random) throws IOException {
        List<SourceFile> files = write("file", text(random, random.nextInt(20)));
        ColumnSettings settings = settings();
        DataException expected = failure(() -> whole(files, settings, new BadRows(false, 0)));

        assertThatThrownBy(() -> cut(files, settings, new BadRows(false, 0), random))
                .isInstanceOf(DataException.class)
                .hasMessage(expected.getMessage())
                .hasMessageContaining("bad label");
        assertThat(cut(files, settings, new BadRows(true, 1), random))
                .isEqualTo(whole(files, settings, new BadRows(true, 1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,\"a\n", "1,a\r0,b\n", "1,a\n0,b\r", "1,a\n0,b\""})
    void filesWithQuotesOrLoneReturnsAreNotCut(String text) throws IOException {
        for (int before = 0; before < 20; before++) {
            List<SourceFile> files = write("file", "label,x\r\n" + "1,b\r\n".repeat(before) + text);

            assertThat(CutCheck.passes(files, new LineCutter(7, 3, 1000), 2)).isFalse();
        }
    }

    @Test
    void filesThatArePackedOrHaveVeryLongLinesAreNotCut() throws IOException {
        List<SourceFile> longLine = write("long", "label,x\n1," + "a".repeat(500) + "\n0,b\n");
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write("label,x\n1,a\n".getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(folder.resolve("packed"), packed.toByteArray());

        assertThat(CutCheck.passes(longLine, new LineCutter(10, 10, 100), 2)).isFalse();
        assertThat(CutCheck.passes(longLine, new LineCutter(10, 10, 1000), 2)).isTrue();
        assertThat(CutCheck.passes(SourceFiles.find("data.path", file.toString()), ColumnPieces.CUTTER, 2))
                .isFalse();
    }

    @Test
    void aLargeFileIsCutAndASmallOneIsNot() throws IOException {
        String row = "1," + "a".repeat(200) + ",2\n";
        ColumnFormat format = new ColumnFormat(settings());

        assertThat(places(format, write("small", "label,x,y\n" + row.repeat(100))))
                .isEqualTo(1);
        assertThat(places(format, write("large", "label,x,y\n" + row.repeat(50_000))))
                .isGreaterThan(5);
        assertThat(places(format, write("quoted", "label,x,y\n" + row.repeat(50_000) + "0,\"b\",1\n")))
                .isEqualTo(1);
    }

    /** Rows of a label, a category and a number, one of which is bad unless that is negative. */
    private static String text(SplittableRandom random, int badRow) {
        String end = random.nextBoolean() ? "\n" : "\r\n";
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "\uFEFF" : "");
        text.append(random.nextBoolean() ? end : "").append("label,x,y").append(end);
        int rows = 20 + random.nextInt(60);
        for (int row = 0; row < rows; row++) {
            text.append(row == badRow ? "7" : random.nextInt(2)).append(',');
            text.append("é".repeat(random.nextInt(4))).append(random.nextInt(5)).append(',');
            text.append(random.nextInt(3) == 0 ? "" : random.nextInt(100) / 4.0);
            text.append(row + 1 < rows || random.nextBoolean() ? end : "");
            text.append(random.nextInt(5) == 0 && row + 1 < rows ? end : "");
        }
        return text.toString();
    }

    private List<SourceFile> write(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return SourceFiles.find("data.path", file.toString());
    }

    private static ColumnSettings settings() {
        return ColumnSettings.of(ColumnFile.job("unused", "categorical", "x", "numeric", "y"));
    }

    private static LineCutter cutter(SplittableRandom random) {
        return new LineCutter(1 + random.nextInt(200), 1 + random.nextInt(20), 1000);
    }

    private static List<ColumnFile.Row> whole(List<SourceFile> files, ColumnSettings settings, BadRows bad)
            throws DataException {
        Gathered rows = new Gathered();
        new ColumnFormat(settings).read(files, 1, bad, rows::sink);
        return rows.inOrder();
    }

    private static List<ColumnFile.Row> cut(
            List<SourceFile> files, ColumnSettings settings, BadRows bad, SplittableRandom random)
            throws DataException {
        Gathered rows = new Gathered();
        List<RowSink> sinks =
                Stream.generate(rows::sink).limit(1 + random.nextInt(4)).toList();
        ColumnPieces.read(files, settings, cutter(random), bad, sinks);
        return rows.inOrder();
    }

    private static int places(ColumnFormat format, List<SourceFile> files) throws DataException {
        Gathered rows = new Gathered();
        format.read(files, 2, new BadRows(false, 0), rows::sink);
        return rows.byPlace.size();
    }

    /** What a read fails with. */
    private interface Read {
        Object read() throws DataException;
    }

    private static DataException failure(Read read) {
        try {
            throw new AssertionError("read although a row is bad: " + read.read());
        } catch (DataException e) {
            return e;
        }
    }

    /** Rows by the place that they were read from. */
    private static final class Gathered {

        private final Map<Piece.Place, List<ColumnFile.Row>> byPlace = new ConcurrentSkipListMap<>();

        RowSink sink() {
            return new RowSink() {
                private List<ColumnFile.Row> rows = new ArrayList<>();

                @Override
                public void begin(Piece.Place place) {
                    rows = new ArrayList<>();
                    byPlace.put(place, rows);
                }

                @Override
                public void add(SparseBlock block) {
                    rows.addAll(ColumnFile.rows(block));
                }

                @Override
                public void end() {}
            };
        }

        List<ColumnFile.Row> inOrder() {
            return byPlace.values().stream().flatMap(List::stream).toList();
        }
    }
}
