package dev.gradus.model.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gradus.data.DataException;
import dev.gradus.math.Kernels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnalogiesTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 20).mapToObj(SplittableRandom::new);
    }

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @MethodSource("cases")
    void scoresAreThoseOfTryingEveryWord(SplittableRandom random) throws DataException {
        WordVectors vectors = RandomVectors.of(random.nextLong(), 60, 2 + random.nextInt(4));
        int among = 20 + random.nextInt(60);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            if (i % 100 == 0) {
                lines.add(": " + (i == 200 ? "gram" : "part") + i);
            }
            lines.add(String.join(
                    " ", random.ints(4, 0, 65).mapToObj(id -> "W" + id).toList()));
        }
        Analogies analogies = Analogies.parse(lines, "lines");

        AnalogyScores scores = new ThreeCosAdd(vectors, among, Kernels.plain()).score(analogies);

        for (int s = 0; s < 3; s++) {
            int correct = 0;
            int unknown = 0;
            for (Analogies.Question question : analogies.sections().get(s).questions()) {
                int known = Math.min(among, vectors.size());
                int[] ids = Stream.of(question.a(), question.b(), question.c(), question.d())
                        .mapToInt(word -> Integer.parseInt(word.substring(1)))
                        .toArray();
                if (IntStream.of(ids).anyMatch(id -> id >= known)) {
                    unknown++;
                } else if (answer(vectors, known, ids) == ids[3]) {
                    correct++;
                }
            }
            AnalogyScores.Section section = scores.sections().get(s);
            assertThat(section.correct()).isEqualTo(correct);
            assertThat(section.outOfVocabulary()).isEqualTo(unknown);
            assertThat(section.questions()).isEqualTo(100 - unknown);
        }
        assertThat(scores.total().questions())
                .isEqualTo(scores.semantic().questions() + scores.syntactic().questions());
        assertThat(scores.syntactic().questions())
                .isEqualTo(scores.sections().get(2).questions());
    }

    /** The word of the largest cosine sum, by definition. */
    private static int answer(WordVectors vectors, int known, int[] ids) {
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int id = 0; id < known; id++) {
            double sum =
                    vectors.similarity(id, ids[1]) - vectors.similarity(id, ids[0]) + vectors.similarity(id, ids[2]);
            if (id != ids[0] && id != ids[1] && id != ids[2] && sum > most) {
                most = sum;
                best = id;
            }
        }
        return best;
    }

    @Test
    void formsThatDifferInCaseAreOneWord() throws DataException {
        WordVectors vectors = RandomVectors.of(
                List.of("man", "king", "KING", "King", "woman", "Queen", "apple"),
                new float[] {1, 0, 0},
                new float[] {1, 1, 0},
                new float[] {0, 1, 1.1f},
                new float[] {0, 1, 1.05f},
                new float[] {0, 0, 1},
                new float[] {0, 1, 1.2f},
                new float[] {-1, -1, -1});
        Analogies analogies = Analogies.parse(List.of("Man King Woman qUEEN"), "line");

        AnalogyScores scores = new ThreeCosAdd(vectors, 7, Kernels.plain()).score(analogies);

        assertThat(scores.total().correct()).isEqualTo(1);
        assertThat(scores.sections().get(0).name()).isEqualTo("questions");
    }

    @Test
    void aSectionWithoutKnownQuestionsHasNoAccuracy() throws DataException {
        Analogies analogies = Analogies.parse(List.of(": gram9", "a b c d"), "lines");

        AnalogyScores scores = new ThreeCosAdd(RandomVectors.of(1, 5, 3), 5, Kernels.plain()).score(analogies);

        assertThat(scores.total().accuracy()).isNaN();
        assertThat(scores.total().outOfVocabulary()).isEqualTo(1);
        assertThat(scores.semantic().questions()).isZero();
    }

    @Test
    void aFileIsReadBySections() throws IOException {
        Path file = Files.writeString(folder.resolve("q"), ": capital\na b c d\n\n:empty\n: gram1\ne\tf g  h\r\n");

        Analogies analogies = Analogies.read(file);

        assertThat(analogies.sections())
                .containsExactly(
                        new Analogies.Section("capital", List.of(new Analogies.Question("a", "b", "c", "d"))),
                        new Analogies.Section("gram1", List.of(new Analogies.Question("e", "f", "g", "h"))));
    }

    @Test
    void badFilesAreRefusedWithTheLine() throws IOException {
        Path three = Files.writeString(folder.resolve("three"), ": a\na b c d\na b c\n");
        Path empty = Files.writeString(folder.resolve("empty"), ": a\n");
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xFF, (byte) 0xFE, 0});

        assertRefused(three, "bad analogy question: file=" + three + ", line=3, words=3");
        assertRefused(empty, "no analogy questions: file=" + empty);
        assertRefused(binary, "file is not text in UTF-8: file=" + binary);
        assertRefused(folder.resolve("none"), "file not found: file=" + folder.resolve("none"));
        assertRefused(folder, "not a file: file=" + folder);
    }

    private static void assertRefused(Path file, String message) {
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Analogies.read(file))
                .withMessageStartingWith(message);
    }
}
