package dev.gradus.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKind;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFiles;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.format.BadRows;
import dev.gradus.data.sparse.format.RowSink;
import dev.gradus.formats.ColumnFile.Row;
import dev.gradus.job.Job;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class ColumnsKindTest {

    private static final int BITS = 24;

    @TempDir
    Path folder = Path.of("");

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 40).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rowsAreThoseOfAPlainSplitter(SplittableRandom random) throws IOException {
        String separator = List.of(",", "\t", ";").get(random.nextInt(3));
        boolean header = random.nextBoolean();
        int columns = 3 + random.nextInt(5);
        List<String> kinds = kinds(random, columns);
        String text = text(random, kinds, separator, header);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("rows"), random.nextBoolean() ? gzip(bytes) : bytes);
        int bits = 1 + random.nextInt(31);
        int seed = random.nextInt();
        Job job = ColumnFile.job(
                file.toString(),
                "label",
                name(kinds.indexOf("label"), header),
                "numeric",
                names(kinds, "numeric", header),
                "categorical",
                names(kinds, "categorical", header),
                "separator",
                separator.equals(";") || random.nextBoolean() ? separator : "auto",
                "header",
                header || random.nextBoolean() ? "auto" : "false",
                "bits",
                (long) bits,
                "hashSeed",
                seed & 0xFFFFFFFFL);

        List<Row> rows = ColumnFile.rows(job, folder.resolve("cache"));

        assertThat(rows).isEqualTo(split(text, kinds, separator, header, bits, seed));
    }

    @Test
    void fieldsInQuotesMayHaveSeparatorsEndsOfLinesAndQuotes() throws IOException {
        Path file = write(
                "a.csv",
                "\uFEFF\"label\",\"a \"\"b\"\"\",\"c\r\nd\"\r\n1,\"x,y\",\"one\ntwo\"\r\n0,\"\"\"\",\"\"\r\n\r\n  \r\n-1,z,\"é\"");

        List<Row> rows =
                ColumnFile.rows(ColumnFile.job(file.toString(), "categorical", "a \"b\", 3"), folder.resolve("cache"));

        assertThat(rows)
                .containsExactly(
                        Row.of(1).with(category("a \"b\"", "x,y"), 1).with(category("3", "one\ntwo"), 1),
                        Row.of(0).with(category("a \"b\"", "\""), 1),
                        Row.of(0).with(category("a \"b\"", "z"), 1).with(category("3", "é"), 1));
    }

    @Test
    void missingFieldsAndZerosLeaveNoEntry() throws IOException {
        Path file = write("a.csv", "x,y,c,label\n,0,,1\n 2.5 ,,0,+1\n-0.0,1e-60,,0\n  ,-3,k,1.0\n");

        List<Row> rows = ColumnFile.rows(
                ColumnFile.job(file.toString(), "numeric", "x,y", "categorical", "c"), folder.resolve("cache"));

        assertThat(rows)
                .containsExactly(
                        Row.of(1),
                        Row.of(1).with(number("x"), 2.5f).with(category("c", "0"), 1),
                        Row.of(0),
                        Row.of(1).with(number("y"), -3).with(category("c", "k"), 1));
    }

    @Test
    void columnsInNoListAreLeftOut() throws IOException {
        Path file = write("a.tsv", "id\tlabel\tx\n7f\t1\t2\nnot a number\t0\t3\n");

        List<Row> rows = ColumnFile.rows(ColumnFile.job(file.toString(), "numeric", "x"), folder.resolve("cache"));

        assertThat(rows)
                .containsExactly(Row.of(1).with(number("x"), 2), Row.of(0).with(number("x"), 3));
    }

    @Test
    void categoriesAreHashedByTheirBytesWhateverTheEncoding() throws IOException {
        byte[] text = "1,?\n0,??\n".getBytes(StandardCharsets.US_ASCII);
        text[2] = (byte) 0xE9;
        text[6] = (byte) 0xFF;
        text[7] = (byte) 0xFE;
        Path file = Files.write(folder.resolve("a.csv"), text);

        List<Row> rows = ColumnFile.rows(
                ColumnFile.job(file.toString(), "label", "1", "categorical", "2"), folder.resolve("cache"));

        assertThat(rows)
                .containsExactly(
                        Row.of(1).with(ColumnFile.category("2", new byte[] {(byte) 0xE9}, BITS, 0), 1),
                        Row.of(0).with(ColumnFile.category("2", new byte[] {(byte) 0xFF, (byte) 0xFE}, BITS, 0), 1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1,a,2        | auto  | 2
            y,a,x        | auto  | 1
            label,c,7    | false | 1
            8,a,9        | true  | 1
            """)
    void aHeaderIsKnownByItsLabelAndNumbersOrByTheKey(String first, String header, int rows) throws IOException {
        Path file = write("a.csv", first + "\n0,b,3\n");
        Job job = ColumnFile.job(
                file.toString(),
                "label",
                "1",
                "categorical",
                "2",
                "numeric",
                "3",
                "header",
                header,
                "onBadRow",
                "skip",
                "badRows",
                9L);

        List<Row> read = ColumnFile.rows(job, folder.resolve("cache"));

        assertThat(read).hasSize(rows);
        assertThat(read.get(read.size() - 1))
                .isEqualTo(Row.of(0).with(category("2", "b"), 1).with(number("3"), 3));
    }

    @Test
    void everyFileHasAHeaderAndAnOrderOfItsOwn() throws IOException {
        write("set/a.csv", "label,x,c\n1,2,u\n");
        Files.write(folder.resolve("set/b.csv.gz"), gzip("c\tx\tlabel\nv\t3\t0\n".getBytes(StandardCharsets.UTF_8)));
        write("set/c.csv", "");
        write("held.csv", "label,c,x\n0,u,4\n");
        Job job = ColumnFile.job(
                folder.resolve("set").toString(),
                "testPath",
                folder.resolve("h*.csv").toString(),
                "numeric",
                "x",
                "categorical",
                "c");

        try (SparseSet set = new ColumnsKind().open(job, folder.resolve("cache"))) {
            assertThat(ColumnFile.rows(set, set.train()))
                    .containsExactly(
                            Row.of(1).with(number("x"), 2).with(category("c", "u"), 1),
                            Row.of(0).with(number("x"), 3).with(category("c", "v"), 1));
            assertThat(ColumnFile.rows(set, set.test()))
                    .containsExactly(Row.of(0).with(number("x"), 4).with(category("c", "u"), 1));
            assertThat(set.features().space()).isEqualTo(1 << BITS);
        }
    }

    @Test
    void rowsAndTheirPlacesAreTheSameWithAnyNumberOfThreads() throws IOException {
        for (int i = 0; i < 7; i++) {
            write("set/" + i, "1,a" + i + "\n" + "0,b\n".repeat(1 + 50 * i));
        }
        Job job = ColumnFile.job(folder.resolve("set").toString(), "label", "1", "categorical", "2");

        List<Map<Piece.Place, List<Row>>> all = new ArrayList<>();
        for (int threads = 1; threads <= 9; threads += 2) {
            Map<Piece.Place, List<Row>> found = new ConcurrentSkipListMap<>();
            new ColumnsKind()
                    .format(job)
                    .read(
                            SourceFiles.find("data.path", folder.resolve("set").toString()),
                            threads,
                            new BadRows(false, 0),
                            () -> new Collector(found));
            all.add(found);
        }

        assertThat(all).allMatch(found -> found.equals(all.get(0)));
        assertThat(all.get(0).values()).extracting(List::size).containsExactly(2, 52, 102, 152, 202, 252, 302);
    }

    @Test
    void aCacheIsMadeForEachChoiceOfColumns() throws IOException {
        String path = write("a.csv", "label,x,y\n1,2,3\n").toString();
        Path cache = folder.resolve("cache");

        assertThat(ColumnFile.rows(ColumnFile.job(path, "numeric", "x"), cache))
                .containsExactly(Row.of(1).with(number("x"), 2));
        assertThat(ColumnFile.rows(ColumnFile.job(path, "numeric", "y"), cache))
                .containsExactly(Row.of(1).with(number("y"), 3));
        assertThat(ColumnFile.rows(ColumnFile.job(path, "categorical", "y"), cache))
                .containsExactly(Row.of(1).with(category("y", "3"), 1));
        assertThat(ColumnFile.rows(ColumnFile.job(path, "numeric", "x"), cache))
                .containsExactly(Row.of(1).with(number("x"), 2));
    }

    @Test
    void theKindIsFoundByItsService() {
        assertThat(ServiceLoader.load(DataKind.class).stream()
                        .map(kind -> kind.get().name()))
                .contains("columns", "csv", "libsvm");
    }

    /** Keeps rows by their place. */
    private static final class Collector implements RowSink {

        private final Map<Piece.Place, List<Row>> found;
        private List<Row> rows = List.of();

        Collector(Map<Piece.Place, List<Row>> found) {
            this.found = found;
        }

        @Override
        public void begin(Piece.Place place) {
            rows = new ArrayList<>();
            found.put(place, rows);
        }

        @Override
        public void add(SparseBlock block) throws DataException {
            rows.addAll(ColumnFile.rows(block));
        }

        @Override
        public void end() {}
    }

    private static List<String> kinds(SplittableRandom random, int columns) {
        List<String> kinds = new ArrayList<>(List.of("numeric", "categorical"));
        while (kinds.size() < columns - 1) {
            kinds.add(List.of("numeric", "categorical", "other").get(random.nextInt(3)));
        }
        kinds.add(random.nextInt(columns), "label");
        return kinds;
    }

    private static String text(SplittableRandom random, List<String> kinds, String separator, boolean header) {
        StringBuilder text = new StringBuilder();
        if (header) {
            text.append(String.join(separator, fields(kinds, column -> name(column, true))))
                    .append('\n');
        }
        int rows = 1 + random.nextInt(200);
        String end = random.nextBoolean() ? "\n" : "\r\n";
        for (int row = 0; row < rows; row++) {
            text.append(String.join(separator, fields(kinds, column -> field(random, kinds.get(column)))));
            text.append(row == rows - 1 && random.nextBoolean() ? "" : end);
        }
        return text.toString();
    }

    /** Quarters, so that sums of equal features are exact in any order. */
    private static String field(SplittableRandom random, String kind) {
        return switch (kind) {
            case "label" -> List.of("-1", "0", "1").get(random.nextInt(3));
            case "numeric" -> random.nextInt(4) == 0 ? "" : Double.toString((random.nextInt(17) - 8) / 4.0);
            default -> random.nextInt(4) == 0 ? "" : "ä" + Integer.toString(random.nextInt(300), 36);
        };
    }

    private static List<String> fields(List<String> kinds, IntFunction<String> field) {
        List<String> fields = new ArrayList<>();
        for (int column = 0; column < kinds.size(); column++) {
            fields.add(field.apply(column));
        }
        return fields;
    }

    private static String name(int column, boolean header) {
        return header ? "näme" + column : Integer.toString(column + 1);
    }

    private static String names(List<String> kinds, String kind, boolean header) {
        List<String> names = new ArrayList<>();
        for (int column = 0; column < kinds.size(); column++) {
            if (kinds.get(column).equals(kind)) {
                names.add(name(column, header));
            }
        }
        return String.join(", ", names);
    }

    private static List<Row> split(
            String text, List<String> kinds, String separator, boolean header, int bits, int seed) {
        List<Row> rows = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (String line : lines.subList(header ? 1 : 0, lines.size())) {
            String[] fields = line.split(separator, -1);
            Row row = Row.of(fields[kinds.indexOf("label")].equals("1") ? 1 : 0);
            for (int column = 0; column < fields.length; column++) {
                String name = name(column, header);
                if (fields[column].isEmpty()) {
                    continue;
                }
                if (kinds.get(column).equals("numeric") && Float.parseFloat(fields[column]) != 0) {
                    row.with(ColumnFile.number(name, bits, seed), Float.parseFloat(fields[column]));
                } else if (kinds.get(column).equals("categorical")) {
                    row.with(ColumnFile.category(name, fields[column], bits, seed), 1);
                }
            }
            rows.add(row);
        }
        return rows;
    }

    private static int number(String column) {
        return ColumnFile.number(column, BITS, 0);
    }

    private static int category(String column, String text) {
        return ColumnFile.category(column, text, BITS, 0);
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }
}
