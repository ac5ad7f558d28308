package dev.gradus.model.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.gradus.data.text.Vocabulary;
import dev.gradus.model.ModelException;
import dev.gradus.model.Safetensors;
import dev.gradus.model.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorFolderTest {

    private static final Map<String, Object> SETTINGS = Map.of("model.kind", "skipgram", "model.dimension", 2L);
    private static final Vocabulary WORDS = new Vocabulary(List.of("the", "née", "<UNK>"), new long[] {9, 5, 0});

    @TempDir
    Path folder = Path.of("");

    /** Three rows of two, padded to four, and an output table of two rows behind them, with a bias. */
    private static List<Table> tables() {
        float[] values = {1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 0, 0, 7, 8, 0, 0, 9, 10, 0, 0, -1, -2, -3};
        return List.of(
                new Table("input", 3, 2, 4, values, 0),
                new Table("output", 2, 2, 4, values, 12),
                new Table("bias", 3, 1, 1, values, 20));
    }

    @Test
    void whatIsWrittenReadsBackWithoutPadding() throws IOException {
        Path model = folder.resolve("run").resolve("model");

        VectorFolder.write(model, "skipgram", SETTINGS, WORDS, tables());
        VectorFolder read = VectorFolder.read(model);

        assertThat(read.kind()).isEqualTo("skipgram");
        assertThat(read.settings()).isEqualTo(SETTINGS);
        assertThat(read.vocabulary().words()).isEqualTo(WORDS.words());
        assertThat(read.vocabulary().count(1)).isEqualTo(5);
        assertThat(read.tables()).extracting(Table::name).containsExactly("input", "output", "bias");
        Safetensors tensors = Safetensors.read(model.resolve("model.safetensors"));
        assertThat(tensors.layout().fingerprint()).isEqualTo("input[3, 2],output[2, 2],bias[3]");
        assertThat(tensors.parameters()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1, -2, -3);
        assertThat(Files.readString(model.resolve("vocabulary.txt"))).isEqualTo("the 9\nnée 5\n<UNK> 0\n");
        assertThat(read.vectors().dimension()).isEqualTo(2);
        assertThat(read.vectors().table().values()[read.vectors().table().at(2)])
                .isEqualTo(5f);
        assertThat(folder.resolve("run").toFile().list()).containsExactly("model");
        assertThat(VectorFolder.isOne(model)).isTrue();
    }

    @Test
    void anEarlierModelIsReplaced() throws IOException {
        Path model = folder.resolve("model");
        VectorFolder.write(model, "cbow", SETTINGS, WORDS, tables());
        Vocabulary other = new Vocabulary(List.of("a"), new long[] {1});

        VectorFolder.write(model, "skipgram", SETTINGS, other, List.of(Table.of("input", 1, new float[] {7})));

        assertThat(VectorFolder.read(model).kind()).isEqualTo("skipgram");
        assertThat(VectorFolder.read(model).vectors().size()).isEqualTo(1);
        assertThat(folder.toFile().list()).containsExactly("model");
    }

    @Test
    void aFailedWriteLeavesNothingBehind() throws IOException {
        Path model = folder.resolve("model");
        Files.createDirectories(folder.resolve("model.partial").resolve("vocabulary.txt.partial"));

        assertThatIOException().isThrownBy(() -> VectorFolder.write(model, "cbow", SETTINGS, WORDS, tables()));

        assertThat(model).doesNotExist();
        assertThat(folder.resolve("model.partial").resolve("model.safetensors")).doesNotExist();
    }

    @Test
    void filesOfDifferentModelsAreRefused() throws IOException {
        Path model = folder.resolve("model");
        VectorFolder.write(model, "cbow", SETTINGS, WORDS, tables());
        Path vocabulary = model.resolve("vocabulary.txt");

        Files.writeString(vocabulary, "the 9\nnee 5\n<UNK> 0\n");
        assertRefused(model, "vocabulary was changed since it was written: folder=" + model);
        Files.writeString(vocabulary, "the 9\nnée 5\n");
        assertRefused(model, "vocabulary does not fit the vectors: file=" + vocabulary + ", lines=2, vectors=3");
        Files.writeString(vocabulary, "the 9\nthe 5\n<UNK> 0\n");
        assertRefused(model, "bad vocabulary: file=" + vocabulary + ", line=2, the word stands twice");
        Files.writeString(vocabulary, "the 9\nnée\n<UNK> 0\n");
        assertRefused(model, "bad vocabulary: file=" + vocabulary + ", line=2, expected a word and its count");
        Files.write(vocabulary, new byte[] {(byte) 0xC3, '\n'});
        assertRefused(model, "vocabulary is not text in UTF-8: file=" + vocabulary);
        Files.delete(vocabulary);
        assertRefused(model, "model file is missing: file=" + vocabulary);
    }

    private static void assertRefused(Path model, String message) {
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(() -> VectorFolder.read(model))
                .withMessageStartingWith(message);
    }
}
