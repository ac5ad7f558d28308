package dev.gradus.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKind;
import dev.gradus.data.DataSet;
import dev.gradus.data.RowSink;
import dev.gradus.data.RowSource;
import dev.gradus.data.Shape;
import dev.gradus.job.Job;
import dev.gradus.job.KeyList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvRowsTest {

    @TempDir
    Path folder;

    @Test
    void theKindIsFoundAsAService() {
        assertThat(ServiceLoader.load(DataKind.class))
                .extracting(DataKind::name)
                .contains("csv");
    }

    @Test
    void aHeaderNamesTheColumnsAndTheLabel() throws IOException {
        CsvRows rows = open("a,label,b\n1,0,2.5\n-3,2,1e-3\n");

        assertThat(rows.shape()).isEqualTo(new Shape(2, 3));
        assertThat(rows.rows()).isEqualTo(2);
        assertThat(rows.header()).isTrue();
        assertThat(rows.labelName()).isEqualTo("label");
        assertThat(List.of(rows.featureName(0), rows.featureName(1))).containsExactly("a", "b");
        assertThat(read(rows, 0, 2)).containsExactly("[1.0, 2.5] 0", "[-3.0, 0.001] 2");
    }

    @Test
    void withoutAHeaderTheLastColumnIsTheLabel() throws IOException {
        CsvRows rows = open("1,2,1\n3,4,0");

        assertThat(rows.header()).isFalse();
        assertThat(rows.labelName()).isEqualTo("column 3");
        assertThat(read(rows, 0, 2)).containsExactly("[1.0, 2.0] 1", "[3.0, 4.0] 0");
    }

    @Test
    void theLabelIsChosenByNameOrNumber() throws IOException {
        Path file = file("y,x,label\n1,2,0\n");

        assertThat(read(CsvRows.open(file, "y", "auto", 0), 0, 1)).containsExactly("[2.0, 0.0] 1");
        assertThat(read(CsvRows.open(file, "1", "auto", 0), 0, 1)).containsExactly("[2.0, 0.0] 1");
        assertThat(CsvRows.open(file, "3", "auto", 0).labelName()).isEqualTo("label");
    }

    @Test
    void aHeaderOfNumbersCanBeForcedAndAHeaderRefused() throws IOException {
        assertThat(CsvRows.open(file("1,2\n3,0\n"), "", "true", 0).rows()).isEqualTo(1);
        assertThatThrownBy(() -> CsvRows.open(file("a,label\n3,0\n"), "", "false", 0))
                .hasMessageStartingWith("not a number: ")
                .hasMessageContaining("line=1, column=2, value='label'");
    }

    @Test
    void quotesByteOrderMarksCarriageReturnsAndEmptyLinesAreRead() throws IOException {
        CsvRows rows = open("\uFEFF\r\n\"a \"\"x\"\"\",\"label\"\r\n\r\n\"1\", 1.0 \r\n2,0\r\n\r\n");

        assertThat(rows.featureName(0)).isEqualTo("a \"x\"");
        assertThat(read(rows, 0, 2)).containsExactly("[1.0] 1", "[2.0] 0");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 510, 511, 512, 513, 1100})
    void emptyLinesAroundTheHeaderAndAmongRowsAreLeftOut(int empty) throws IOException {
        String gap = "\n".repeat(empty);
        CsvRows rows = open(gap + "a,label\n" + gap + "1,0\n" + gap + "2,1\n" + gap);

        assertThat(rows.rows()).isEqualTo(2);
        assertThat(read(rows, 0, 2)).containsExactly("[1.0] 0", "[2.0] 1");
        assertThat(read(rows, 1, 2)).containsExactly("[2.0] 1");
    }

    @Test
    void anyRangeOfManyPagesIsRead() throws IOException {
        StringBuilder text = new StringBuilder("a,label\n");
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            text.append(i).append(',').append(i % 2).append(i % 7 == 0 ? "\n\n" : "\n");
            expected.add("[" + (float) i + "] " + i % 2);
        }
        CsvRows rows = open(text.toString());
        SplittableRandom random = new SplittableRandom(1);

        assertThat(read(rows, 0, 3000)).isEqualTo(expected);
        assertThat(read(rows, 3000, 3000)).isEmpty();
        for (int i = 0; i < 200; i++) {
            int to = random.nextInt(3001);
            int from = random.nextInt(to + 1);
            assertThat(read(rows, from, to)).isEqualTo(expected.subList(from, to));
        }
    }

    @Test
    void onlyWhatIsAskedForIsParsed() throws IOException {
        CsvRows rows = open("a,label\n1,0\noops,1\n3,1\n");

        assertThat(read(rows, 0, 1)).containsExactly("[1.0] 0");
        assertThat(read(rows, 2, 3)).containsExactly("[3.0] 1");
        assertThatThrownBy(() -> read(rows, 0, 3))
                .isInstanceOf(DataException.class)
                .hasMessage("not a number: file=" + folder.resolve("f.csv")
                        + ", line=3, column=1, name=a, value='oops'; correct the value or remove the row");
    }

    @Test
    void writtenClassesAreKeptAndCounted() throws IOException {
        Path file = file("a,label\n1,0\n2,1\n");

        assertThat(CsvRows.open(file, "", "auto", 5).shape().classes()).isEqualTo(5);
        assertThat(CsvRows.open(file, "", "auto", 0).shape().classes()).isEqualTo(2);
        assertThat(open("a,label\n1,0\n").shape().classes()).isEqualTo(2);
    }

    @Test
    void aJobOpensTheTwoPartsOfAFile() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            text.append(i).append(",").append(i % 2).append('\n');
        }
        Path file = file(text.toString());
        CsvKind kind = new CsvKind();

        DataSet set =
                kind.open(Job.of(new KeyList(kind.keys()), Map.of("data.path", file.toString(), "data.test", 0.2)));

        assertThat(read(set.test(), 0, 2)).containsExactly("[4.0] 0", "[9.0] 1");
        assertThat(set.train().rows()).isEqualTo(8);
        assertThatThrownBy(() -> kind.open(Job.of(new KeyList(kind.keys()), Map.of())))
                .hasMessage("no file: data.kind=csv, data.path=; write data.path: FILE");
        assertThatThrownBy(() -> kind.open(Job.of(new KeyList(kind.keys()), Map.of("data.classes", 1L))))
                .hasMessage("too few classes: data.classes=1; write 2 or more, or 0 to count them");
    }

    @Test
    void missingFilesAndFoldersAreNamed() {
        Path missing = folder.resolve("none.csv");

        assertThatThrownBy(() -> CsvRows.open(missing, "", "auto", 0))
                .isInstanceOf(DataException.class)
                .hasMessage("file not found: file=" + missing + "; check the path");
        assertThatThrownBy(() -> CsvRows.open(folder, "", "auto", 0))
                .hasMessage("not a file: file=" + folder + "; give the path of a CSV file");
    }

    @Test
    void filesWithoutRowsAreRefused() {
        String place = folder.resolve("f.csv") + ", line=1, column=1; ";

        assertThatThrownBy(() -> open("")).hasMessage("no rows: file=" + place + "the file is empty");
        assertThatThrownBy(() -> open("\n\n")).hasMessage("no rows: file=" + place + "the file is empty");
        assertThatThrownBy(() -> open("a,label\n")).hasMessage("no rows: file=" + place + "the file has a header only");
    }

    @Test
    void rowsOfAnotherWidthAreRefused() {
        assertRefused(
                "a,b,label\n1,2,0\n\n1,2\n",
                "row has too few columns",
                "line=4, column=3, name=label, columns=2, expected=3; correct or remove the row");
        assertRefused(
                "a,b,label\n1,2,0,9,9\n",
                "row has too many columns",
                "line=2, column=4, columns=5, expected=3; correct or remove the row");
        assertRefused(
                "a\n1\n",
                "no feature columns",
                "line=1, columns=1; a row needs features and a label, with commas between them");
    }

    @Test
    void valuesThatAreNoFiniteNumbersAreRefused() {
        String todo = "; correct the value or remove the row";
        assertRefused("a,b,label\n1,,0\n", "not a number", "line=2, column=2, name=b, value=''" + todo);
        assertRefused("1,2,0\n1,NaN,0\n", "not a finite number", "line=2, column=2, value='NaN'" + todo);
        assertRefused("1,2,0\n-inf,2,0\n", "not a finite number", "line=2, column=1, value='-inf'" + todo);
        assertRefused("1,2,0\n1e39,2,0\n", "not a finite number", "line=2, column=1, value='1e39'" + todo);
        assertRefused(
                "a,label\n\"x\ny" + "z".repeat(50) + "\",0\n",
                "not a number",
                "line=2, column=1, name=a, value='x?y" + "z".repeat(37) + "...'" + todo);
    }

    @Test
    void labelsThatAreNoClassesAreRefused() {
        assertRefused(
                "a,label\n1,0.5\n",
                "label is not a whole number",
                "line=2, column=2, name=label, value='0.5'; labels are 0, 1, 2 and so on; is this the label's column"
                        + " (data.label)?");
        assertRefused(
                "a,label\n1,-1\n",
                "label is out of range",
                "line=2, column=2, name=label, value='-1', expected 0 to 9999; correct the label, data.label or"
                        + " data.classes");
        assertRefused(
                "a,label\n1,cat\n",
                "not a number",
                "line=2, column=2, name=label, value='cat'; correct the value or remove the row");
        assertThatThrownBy(() -> CsvRows.open(file("a,label\n1,3\n"), "", "auto", 3))
                .hasMessageContaining("line=2, column=2, name=label, value='3', expected 0 to 2");
    }

    @Test
    void aMissingLabelColumnIsNamedWithTheNearestOne() throws IOException {
        Path file = file("age,label\n1,0\n");

        assertThatThrownBy(() -> CsvRows.open(file, "lable", "auto", 0))
                .hasMessage("no such label column: file=" + file
                        + ", line=1, data.label=lable, columns=2; did you mean 'label'?");
        assertThatThrownBy(() -> CsvRows.open(file, "3", "auto", 0))
                .hasMessage("no such label column: file=" + file
                        + ", line=1, data.label=3, columns=2; write a column's name or its number from 1");
    }

    @Test
    void brokenQuotesAndOtherEncodingsAreRefused() throws IOException {
        assertRefused("a,label\n1,\"0\n", "not valid CSV", "line=2, column=2; check the quotes of this field");
        Path wide = folder.resolve("wide.csv");
        Files.write(wide, "\uFEFFa,label\n1,0\n".getBytes(StandardCharsets.UTF_16LE));
        assertThatThrownBy(() -> CsvRows.open(wide, "", "auto", 0))
                .hasMessage("not UTF-8: file=" + wide + "; convert the file to UTF-8");
    }

    @Test
    void aFileThatChangesInUseIsNoticed() throws IOException {
        CsvRows rows = open("a,label\n1,0\n");
        file("a,label\n");

        assertThatThrownBy(() -> read(rows, 0, 1))
                .isInstanceOf(DataException.class)
                .hasMessage("file changed while in use: file=" + folder.resolve("f.csv") + "; start again");
    }

    @Test
    void writtenRowsReadBackBitForBit() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        List<float[]> values = new ArrayList<>();
        while (values.size() < 1500) {
            float[] row = {Float.intBitsToFloat(random.nextInt()), random.nextInt(100) * 0.01f, -0f};
            if (Float.isFinite(row[0])) {
                values.add(row);
            }
        }
        Path file = folder.resolve("out.csv");

        CsvWriter.write(new Listed(values), file);

        CsvRows rows = CsvRows.open(file, "", "auto", 0);
        List<String> expected = new ArrayList<>();
        values.forEach(row -> expected.add(Arrays.toString(row) + " " + expected.size() % 3));
        assertThat(read(rows, 0, rows.rows())).isEqualTo(expected);
        assertThat(Files.readAllLines(file).get(0)).isEqualTo("f0,f1,f2,label");
        assertThatThrownBy(() -> CsvWriter.write(new Listed(values), folder))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("cannot write file: file=" + folder);
    }

    /** Rows of a list, labelled in turn with 0, 1 and 2. */
    private record Listed(List<float[]> values) implements RowSource {

        @Override
        public Shape shape() {
            return new Shape(3, 3);
        }

        @Override
        public long rows() {
            return values.size();
        }

        @Override
        public void read(long from, long to, RowSink sink) throws DataException {
            for (int i = (int) from; i < to; i++) {
                sink.row(values.get(i), i % 3);
            }
        }
    }

    private void assertRefused(String text, String what, String details) {
        assertThatThrownBy(() -> {
                    CsvRows rows = open(text);
                    read(rows, 0, rows.rows());
                })
                .isInstanceOf(DataException.class)
                .hasMessage(what + ": file=" + folder.resolve("f.csv") + ", " + details);
    }

    private CsvRows open(String text) throws IOException {
        return CsvRows.open(file(text), "", "auto", 0);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("f.csv"), text);
    }

    private static List<String> read(RowSource source, long from, long to) throws DataException {
        List<String> rows = new ArrayList<>();
        source.read(from, to, (features, label) -> rows.add(Arrays.toString(features) + " " + label));
        return rows;
    }
}
