package dev.gradus.model.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.model.ModelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureLinesTest {

    private static final Path FILE = Path.of("features.txt");

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 30).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void numbersAreWrittenAsJavaDoesAndReadBack(SplittableRandom random) throws ModelException {
        int[] ids = random.ints(random.nextInt(300), 0, 1 << random.nextInt(1, 31))
                .sorted()
                .distinct()
                .toArray();
        StringBuilder plain = new StringBuilder();
        for (int id : ids) {
            plain.append(id).append('\n');
        }

        byte[] text = FeatureLines.text(ids);

        assertThat(new String(text, StandardCharsets.US_ASCII)).isEqualTo(plain.toString());
        assertThat(FeatureLines.ids(FILE, text, ids.length)).isEqualTo(ids);
    }

    @Test
    void theSmallestAndTheLargestNumberFit() throws ModelException {
        int[] ids = {0, 9, 10, Integer.MAX_VALUE};

        assertThat(FeatureLines.ids(FILE, FeatureLines.text(ids), 4)).isEqualTo(ids);
        assertThat(FeatureLines.ids(FILE, FeatureLines.text(new int[0]), 0)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1\n", "1\n2", "1\n1\n", "2\n1\n", "1\n\n", "1\n-2\n", "1\n2147483648\n", "1\n2\n3\n", "1\n2 \n"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> FeatureLines.ids(FILE, text.getBytes(StandardCharsets.US_ASCII), 2))
                .isInstanceOf(ModelException.class)
                .hasMessageStartingWith("bad list of features: file=features.txt, line=");
    }
}
