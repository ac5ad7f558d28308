package dev.gradus.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFiles;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.format.BadRows;
import dev.gradus.data.sparse.format.RowSink;
import dev.gradus.data.sparse.format.RowStatistics;
import dev.gradus.formats.ColumnFile.Row;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ColumnErrorsTest {

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2,1,a    | bad label in column 1 (label): found=2, expected -1, 0 or 1
            ,1,a     | bad label in column 1 (label): found=, expected -1, 0 or 1
            yes,1,a  | bad label in column 1 (label): found=yes, expected -1, 0 or 1
            1,x y,a  | bad number in column 2 (price): found=x y, expected a finite number, or nothing
            1,NaN,a  | bad number in column 2 (price): found=NaN, expected a finite number, or nothing
            1,1e40,a | bad number in column 2 (price): found=1e40, expected a finite number, or nothing
            1,1      | row has too few columns: columns=2, expected 3 as in line 1
            1,1,a,b  | row has too many columns: columns=4, expected 3 as in line 1
            """)
    void aBadRowIsNamedWithFileLineAndColumnOrSkipped(String row, String message) throws IOException {
        Path file = write("a.csv", "label,price,kind\n1,2,\"two\nlines\"\n" + row + "\n0,3,\n1,?,?\n");

        refused(job(file), file + ":4: " + message);
        Job skipping = job(file, "onBadRow", "skip", "badRows", 2L);
        assertThat(ColumnFile.rows(skipping, folder.resolve("cache")))
                .extracting(Row::label)
                .containsExactly(1, 0);
        refused(
                job(file, "onBadRow", "skip", "badRows", 1L),
                "too many bad rows: data.badRows=1, first: " + file + ":4: " + message);
        RowStatistics statistics = RowStatistics.of(skipping, new ColumnsKind().format(skipping), 2);
        assertThat(statistics.badRows()).isEqualTo(2);
        assertThat(statistics.rows()).isEqualTo(2);
        assertThat(statistics.firstBad()).isEqualTo(file + ":4: " + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            numeric     | prise    | no such column: data.numeric=prise, columns=4; did you mean 'price'?
            categorical | zzzzzz   | no such column: data.categorical=zzzzzz, columns=4; write a column's name or its number from 1; is data.separator right?
            label       | labell   | no such column: data.label=labell, columns=4; did you mean 'label'?
            numeric     | 5        | no such column: data.numeric=5, columns=4; write a column's name or its number from 1; is data.separator right?
            numeric     | 0        | no such column: data.numeric=0, columns=4; write a column's name or its number from 1; is data.separator right?
            categorical | kind     | several columns have this name: data.categorical=kind, columns=3 and 4; write the column's number
            numeric     | label    | column is used twice: data.numeric=label, it is the label; remove it from one of data.label, data.numeric and data.categorical
            categorical | price    | column is used twice: data.categorical=price, it is listed before; remove it from one of data.label, data.numeric and data.categorical
            numeric     | price, 2 | column is used twice: data.numeric=2, it is listed before; remove it from one of data.label, data.numeric and data.categorical
            """)
    void columnsThatDoNotFitTheFileAreRefused(String key, String value, String message) throws IOException {
        Path file = write("a.csv", "\nlabel,price,kind,kind\n1,2,a,b\n");

        refused(
                ColumnFile.job(file.toString(), "numeric", "price", key, value, "onBadRow", "skip", "badRows", 100L),
                file + ":2: " + message);
    }

    @Test
    void aNameInAFileWithoutHeaderIsRefused() throws IOException {
        Path file = write("a.csv", "1,2\n");

        refused(
                ColumnFile.job(file.toString(), "numeric", "price", "header", "false"),
                file + ":1: no such column: data.numeric=price, columns=2; write a number from 1, or data.header: true"
                        + " if the first line has names");
    }

    @Test
    void jobsWithoutColumnsOrWithEmptyNamesAreRefused() {
        assertThatThrownBy(() -> new ColumnsKind().format(ColumnFile.job("a")))
                .isInstanceOf(JobException.class)
                .hasMessage("no columns: data.kind=columns, data.numeric=, data.categorical=; write names or numbers"
                        + " of columns, with commas between");
        assertThatThrownBy(() -> new ColumnsKind().format(ColumnFile.job("a", "numeric", "x,,y")))
                .isInstanceOf(JobException.class)
                .hasMessage("column without a name: data.numeric=x,,y; remove the comma too many");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "||", "\"", "\n", "é", "semicolon"})
    void separatorsThatAreNotOneCharacterAreRefused(String separator) {
        assertThatThrownBy(() -> new ColumnsKind().format(ColumnFile.job("a", "numeric", "x", "separator", separator)))
                .isInstanceOf(JobException.class)
                .hasMessage("bad separator: data.separator=" + separator.replace('\n', '?')
                        + "; expected auto, comma, tab or one ASCII character, not a quote or an end of line");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,2,\"open\n0,3,a\n", "1,2,\"a\"b\n0,3,a\n"})
    void wrongQuotesAreRefusedEvenIfBadRowsAreSkipped(String rows) throws IOException {
        Path file = write("a.csv", "label,price,kind\n0,1,a\n" + rows);

        refused(
                job(file, "onBadRow", "skip", "badRows", 100L),
                file + ":3: quotes are wrong: expected a field in quotes to end within 16777216 bytes, with a separator"
                        + " or an end of line behind it");
    }

    @Test
    void aLineThatIsTooLongIsABadRow() throws IOException {
        Path file =
                write("a.csv", "label,price,kind\n1,2," + (",".repeat(1 << 20) + "\"\n\"").repeat(17) + "\n0,3,b\n");

        refused(job(file), file + ":2: line is too long: expected its end within 16777216 bytes");
        assertThat(ColumnFile.rows(job(file, "onBadRow", "skip", "badRows", 1L), folder.resolve("cache")))
                .extracting(Row::label)
                .containsExactly(0);
    }

    @Test
    void aFirstLineThatIsTooLongIsRefusedEvenIfBadRowsAreSkipped() throws IOException {
        Path file = write("a.csv", "label,price,kind" + ",".repeat(1 << 24) + "\n1,2,a\n");

        refused(
                job(file, "onBadRow", "skip", "badRows", 9L),
                file + ":1: line is too long: expected its end within 16777216 bytes");
    }

    @Test
    void aPackedFileThatEndsEarlyIsRefused() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            for (int i = 0; i < 50_000; i++) {
                out.write((i % 2 + "," + i * 31 + ",k" + i * 17 + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        byte[] bytes = packed.toByteArray();
        Path file = Files.write(folder.resolve("a.gz"), Arrays.copyOf(bytes, bytes.length / 2));

        refused(
                ColumnFile.job(file.toString(), "label", "1", "numeric", "2"),
                "cannot unpack file: file=" + file + ", the file ends too early");
        try (var left = Files.list(folder.resolve("cache"))) {
            assertThat(left.map(path -> path.getFileName().toString())).allMatch(name -> name.endsWith(".lock"));
        }
    }

    @Test
    void ofSeveralBadFilesTheFirstIsNamedWithAnyNumberOfThreads() throws IOException {
        write("set/a", "1,2\n");
        Path first = write("set/b", "1,2\n".repeat(20_000) + "1,x\n");
        for (String name : List.of("c", "d", "e")) {
            write("set/" + name, "1,y\n");
        }
        Job job = ColumnFile.job(folder.resolve("set").toString(), "label", "1", "numeric", "2");

        for (int threads = 1; threads < 6; threads++) {
            int crew = threads;
            assertThatThrownBy(() -> new ColumnsKind()
                            .format(job)
                            .read(
                                    SourceFiles.find(
                                            "data.path", folder.resolve("set").toString()),
                                    crew,
                                    new BadRows(false, 0),
                                    Nowhere::new))
                    .isInstanceOf(DataException.class)
                    .hasMessage(
                            first + ":20001: bad number in column 2: found=x, expected a finite number, or nothing");
        }
    }

    /** Forgets rows. */
    private static final class Nowhere implements RowSink {

        @Override
        public void begin(Piece.Place place) {}

        @Override
        public void add(SparseBlock rows) {}

        @Override
        public void end() {}
    }

    private static Job job(Path file, Object... more) {
        Object[] all = Arrays.copyOf(new Object[] {"numeric", "price", "categorical", "kind"}, 4 + more.length);
        System.arraycopy(more, 0, all, 4, more.length);
        return ColumnFile.job(file.toString(), all);
    }

    private void refused(Job job, String message) {
        assertThatThrownBy(() -> ColumnFile.rows(job, folder.resolve("cache")))
                .isInstanceOf(DataException.class)
                .hasMessage(message);
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
