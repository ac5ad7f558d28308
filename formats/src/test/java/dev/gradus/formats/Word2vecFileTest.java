package dev.gradus.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gradus.data.DataException;
import dev.gradus.data.text.Vocabulary;
import dev.gradus.model.ModelException;
import dev.gradus.model.Table;
import dev.gradus.model.vectors.VectorFolder;
import dev.gradus.model.vectors.WordVectors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class Word2vecFileTest {

    private static final Word2vecFormat TEXT = new Word2vecFormat(false, true);
    private static final Word2vecFormat BARE_TEXT = new Word2vecFormat(false, false);
    private static final Word2vecFormat BINARY = new Word2vecFormat(true, true);

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 30).mapToObj(SplittableRandom::new);
    }

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @MethodSource("cases")
    void whateverIsWrittenReadsBackBitForBit(SplittableRandom random) throws IOException {
        WordVectors vectors = random(random, 1 + random.nextInt(3000), 4 + random.nextInt(20));

        for (Word2vecFormat format : List.of(TEXT, BARE_TEXT, BINARY)) {
            Path file = folder.resolve("vectors");
            Word2vecFile.write(vectors, file, format);
            WordVectors read = Word2vecFile.read(file);

            assertThat(read.vocabulary().words()).isEqualTo(vectors.vocabulary().words());
            assertThat(read.dimension()).isEqualTo(vectors.dimension());
            assertThat(values(read)).isEqualTo(values(vectors));
        }
        assertThat(folder.toFile().list()).containsExactly("vectors");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aFileThatIsCutAnywhereIsRefusedOrShorter(SplittableRandom random) throws IOException {
        WordVectors vectors = random(random, 20, 8);
        for (Word2vecFormat format : List.of(TEXT, BARE_TEXT, BINARY)) {
            Path file = folder.resolve("vectors");
            Word2vecFile.write(vectors, file, format);
            byte[] bytes = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length - 1)));

            try {
                WordVectors read = Word2vecFile.read(file);
                // Text may end between two rows, or inside its last number, without a sign.
                assertThat(format.binary()).isFalse();
                assertThat(format.header() ? read.size() == vectors.size() : read.size() <= vectors.size())
                        .isTrue();
            } catch (DataException e) {
                assertThat(e.getMessage()).contains("file=" + file).doesNotContain("\n");
            }
        }
    }

    @Test
    void filesOfOtherToolsAreRead() throws IOException {
        // word2vec.c ends text rows by a blank, gensim leaves out the line end of binary rows, Windows has its own.
        assertRows("2 2\na 1 2 \nb -3e-1 .5 \n");
        assertRows("2 2\r\na 1 2\r\nb -0.3 0.5");
        assertRows("a 1.0 2.0\nb -0.3 0.5\n\n\n");
        assertRows("a\t1\t2\nb\t-0.3\t0.5\n");
        byte[] a = {'a', ' ', 0, 0, (byte) 0x80, 0x3F, 0, 0, 0, 0x40};
        byte[] b = {'b', ' ', (byte) 0x9A, (byte) 0x99, (byte) 0x99, (byte) 0xBE, 0, 0, 0, 0x3F};
        assertRows(bytes("2 2\n", a, b));
        assertRows(bytes("2 2\n", a, new byte[] {'\n'}, b, new byte[] {'\n'}));
    }

    private void assertRows(String text) throws IOException {
        assertRows(text.getBytes(StandardCharsets.UTF_8));
    }

    private void assertRows(byte[] content) throws IOException {
        WordVectors read = Word2vecFile.read(Files.write(folder.resolve("vectors"), content));
        assertThat(read.vocabulary().words()).containsExactly("a", "b");
        assertThat(read.vocabulary().count(0)).isGreaterThan(read.vocabulary().count(1));
        assertThat(values(read)).containsExactly(1, 2, -0.3f, 0.5f);
    }

    @Test
    void badTextIsRefusedWithItsLine() throws IOException {
        assertRefused(
                "2 2\na 1.5 2.5\nb 3\n", "row has another width than the header says", "line=3, numbers=1, expected=2");
        assertRefused("a 1 2\nb 3 4 5\n", "row has another width than the first", "line=2, numbers=3, expected=2");
        assertRefused("2 2\na 1 2\nb 3 x4\n", "not a finite number", "line=3, column=2, value=x4");
        assertRefused("a 1 2\nb 3 nan\n", "not a finite number", "line=2, column=2, value=nan");
        assertRefused("2 2\na 1 2\na 3 4\n", "word stands twice", "line=3, word=a");
        assertRefused("3 2\naa 1 2\nbb 3.25 4.25\n", "file is cut short", "rows=2, words=3");
        assertRefused("1 2\na 1 2\nb 3 4\n", "more rows than the header says", "line=3, words=1");
        assertRefused("a 1 2\n\nb 3 4\n", "line is empty", "line=2");
        assertRefused("a 1 2\n 3 4\n", "row has no word", "line=2");
        assertRefused("a 1 2\nb 3 " + "4".repeat(70) + "\n", "number is too long", "line=2");
        assertRefused("a 1 2\n" + "b".repeat(20_000) + " 3 4\n", "word is too long", "line=2");
        assertRefused(bytes("a 1 2\n", new byte[] {(byte) 0xC3, ' ', '1', ' ', '2'}), "word is not UTF-8", "line=2");
    }

    @Test
    void absurdHeadersAreRefusedBeforeMemoryIsTaken() throws IOException {
        assertRefused("2 99999999999\na 1 2\n", "dimension is out of range", "dimension=99999999999");
        assertRefused("2 0\na\n", "dimension is out of range", "dimension=0");
        assertRefused("2000000000 60000\na 1 2\n", "header does not fit the file", "words=2000000000");
        assertRefused("0 5\n", "header does not fit the file", "words=0");
        assertRefused("100 2\na 1 2\nb 3 4\n", "header does not fit the file", "words=100, dimension=2, bytes=18");
    }

    @Test
    void badBinaryIsRefusedWithItsByte() throws IOException {
        byte[] zeros = new byte[16];
        byte[] nan = {0, 0, (byte) 0xC0, 0x7F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        byte[] a = bytes("a ", zeros);
        assertRefused(
                bytes("2 4\n", a, bytes("b ", Arrays.copyOf(zeros, 14))), "header does not fit the file", "words=2");
        assertRefused(
                bytes("2 4\n", bytes("aaaa ", zeros), bytes("b ", Arrays.copyOf(zeros, 13))),
                "file is cut short",
                "row=2, byte=25, words=2, end=40");
        assertRefused(
                bytes("2 4\n", a, bytes("b ", nan)), "not a finite number", "row=2, byte=22, column=1, value=NaN");
        assertRefused(bytes("2 4\n", a, a), "word stands twice", "row=2, byte=22, word=a");
        assertRefused(bytes("1 4\n", a, a), "more rows than the header says", "words=1, byte=22");
    }

    @Test
    void otherFilesAreRefused() throws IOException {
        assertRefused("", "not a word2vec file", "line=1");
        assertRefused("It was a dark night.\n", "not a word2vec file", "neither 'WORDS DIMENSION' nor");
        assertRefused(bytes("\u007fELF", new byte[200]), "not a word2vec file", "line=1");
        assertRefused(new byte[3 << 20], "not a word2vec file", "the first line does not end");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Word2vecFile.read(folder))
                .withMessageStartingWith("not a file: file=" + folder);
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Word2vecFile.read(folder.resolve("none")))
                .withMessage("file not found: file=" + folder.resolve("none"));
    }

    private void assertRefused(String text, String... parts) throws IOException {
        assertRefused(text.getBytes(StandardCharsets.UTF_8), parts);
    }

    private void assertRefused(byte[] content, String... parts) throws IOException {
        Path file = Files.write(folder.resolve("vectors"), content);
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Word2vecFile.read(file))
                .withMessageContainingAll(parts)
                .withMessageContaining("file=" + file);
    }

    @Test
    void whatNoReaderWouldTakeIsNotWritten() throws IOException {
        Path file = folder.resolve("vectors");
        WordVectors blank = vectors(List.of("a", "new york"), new float[] {1, 2});
        WordVectors infinite = vectors(List.of("a", "b"), new float[] {1, Float.POSITIVE_INFINITY});

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Word2vecFile.write(blank, file, TEXT))
                .withMessageContaining("row=2, word=new york");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Word2vecFile.write(infinite, file, BINARY))
                .withMessageContaining("not a finite number: row=2, word=b, column=1");
        assertThatIllegalArgumentException().isThrownBy(() -> new Word2vecFormat(true, false));
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(() -> Word2vecFile.write(
                        vectors(List.of("a"), new float[1]),
                        folder.resolve("no").resolve("f"),
                        TEXT))
                .withMessageContaining("cannot write file: file=" + folder.resolve("no"));
        assertThat(folder.toFile().list()).isEmpty();
    }

    @Test
    void vectorsAreFoundInRunFoldersModelFoldersAndFiles() throws IOException {
        WordVectors vectors = vectors(List.of("a", "b"), new float[] {1, 2, 3, 4});
        Path run = folder.resolve("run");
        VectorFolder.write(run.resolve("model"), "cbow", Map.of(), vectors.vocabulary(), List.of(vectors.table()));
        Word2vecFile.write(vectors, folder.resolve("f.bin"), BINARY);
        Files.createDirectories(folder.resolve("other"));

        for (Path path : List.of(run, run.resolve("model"), folder.resolve("f.bin"))) {
            assertThat(WordVectorsFile.isOne(path)).isTrue();
            assertThat(values(WordVectorsFile.load(path))).containsExactly(1, 2, 3, 4);
        }
        assertThat(WordVectorsFile.isOne(folder.resolve("other"))).isFalse();
        assertThat(WordVectorsFile.isOne(folder.resolve("none"))).isFalse();
    }

    private static WordVectors random(SplittableRandom random, int words, int width) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < words; i++) {
            names.add(List.of("word", "née", "日本", "<UNK>", "12", "a-b'c\u0085").get(random.nextInt(6)) + i);
        }
        float[] values = new float[words * width];
        for (int i = 0; i < values.length; i++) {
            float any = Float.intBitsToFloat(random.nextInt());
            values[i] = i % 7 == 0 && Float.isFinite(any) ? any : (float) random.nextDouble(-1, 1);
        }
        return vectors(names, values);
    }

    private static WordVectors vectors(List<String> words, float[] values) {
        return new WordVectors(
                new Vocabulary(words, new long[words.size()]), Table.of("input", values.length / words.size(), values));
    }

    private static float[] values(WordVectors vectors) {
        Table table = vectors.table();
        float[] values = new float[table.rows() * table.width()];
        for (int row = 0; row < table.rows(); row++) {
            System.arraycopy(table.values(), table.at(row), values, row * table.width(), table.width());
        }
        return values;
    }

    private static byte[] bytes(String start, byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(start.getBytes(StandardCharsets.UTF_8));
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
