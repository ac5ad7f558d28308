package dev.gradus.data.sparse.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.sparse.cache.RowCase;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibsvmParserTest {

    @Test
    void rowsAreThoseOfTheObviousParser() throws BadRowException {
        for (int seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 30; i++) {
                text.append(line(random)).append(random.nextInt(5) == 0 ? "\r\n" : "\n");
            }
            LibsvmParser parser = new LibsvmParser(1);

            assertThat(Lines.parse(parser, text.toString())).as("seed %d", seed).isEqualTo(obvious(text.toString()));
        }
    }

    @Test
    void theLastLineNeedsNoEndAndEmptyLinesAreNoRows() throws BadRowException {
        LibsvmParser parser = new LibsvmParser(1);

        List<RowCase> rows = Lines.parse(parser, "\n+1 3:2\n \t\n# all a comment\n-1\n0 1:1 # 2:2\n1 7:0.5");

        assertThat(rows)
                .containsExactly(
                        new RowCase(1, 1, List.of(3), List.of(2f)),
                        new RowCase(0, 1, List.of(), List.of()),
                        new RowCase(0, 1, List.of(1), List.of(1f)),
                        new RowCase(1, 1, List.of(7), List.of(0.5f)));
        assertThat(parser.space()).isEqualTo(8);
    }

    @Test
    void indicesOfAllLengthsAreRead() throws BadRowException {
        StringBuilder text = new StringBuilder("1");
        List<Integer> expected = new ArrayList<>();
        for (long index = 1; index <= 1_234_567_890; index = index * 10 + expected.size() + 1) {
            text.append(' ').append(index).append(":1");
            expected.add((int) index);
        }
        text.append(" 2147483646:1");
        expected.add(2147483646);

        LibsvmParser parser = new LibsvmParser(1);
        assertThat(Lines.parse(parser, text.toString()).get(0).features()).isEqualTo(expected);
        assertThat(parser.space()).isEqualTo(2147483647L);
    }

    @Test
    void valuesOfAllLengthsAreThoseOfTheJdk() throws BadRowException {
        SplittableRandom random = new SplittableRandom(6);
        for (int whole = 0; whole < 10; whole++) {
            for (int decimals = whole == 0 ? 1 : 0; decimals < 10; decimals++) {
                String digits = digits(random, whole) + "." + digits(random, decimals);
                for (String value : List.of(digits, "-" + digits, digits + "e-2", digits + "E3")) {
                    List<RowCase> rows = Lines.parse(new LibsvmParser(1), "1 1:" + value + " 2:" + value + "\t7:1");

                    float expected = (float) Double.parseDouble(value);
                    assertThat(rows.get(0).values()).as(value).containsExactly(expected, expected, 1f);
                }
            }
        }
    }

    @Test
    void shortDecimalsAreRoundedOnce() throws BadRowException {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 20_000; i++) {
            String digits = Integer.toString(10 + random.nextInt(9_999_990 >>> random.nextInt(16)));
            int whole = 1 + random.nextInt(digits.length() - 1);
            String value = digits.substring(0, whole) + "." + digits.substring(whole);

            assertThat(Lines.parse(new LibsvmParser(1), "-1 1:" + value + " 2:1\n")
                            .get(0)
                            .values())
                    .as(value)
                    .containsExactly(Float.parseFloat(value), 1f);
        }
    }

    private static String digits(SplittableRandom random, int count) {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < count; i++) {
            digits.append(random.nextInt(10));
        }
        return digits.toString();
    }

    @Test
    void theFirstIndexMayBeZeroIfThatIsSaid() throws BadRowException {
        assertThat(Lines.parse(new LibsvmParser(0), "1 0:1 1:1").get(0).features())
                .containsExactly(0, 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '%',
            value = {
                "1 0:1 % 2 % bad index: found=0:1, expected an index of at least 1; write data.firstIndex: 0 if they begin with 0",
                "1 -4:1 % 2 % bad entry: found=-4:1, expected index:value with an index of 1 to 2147483646",
                "1 5:1 3:2 % 6 % index out of order: found=3:2, expected an index of more than 5",
                "1 5:1 5:2 % 6 % index is repeated: found=5:2, expected an index of more than 5",
                "1 2:x % 4 % bad value: found=x, expected a finite number",
                "1 2: % 4 % bad value: found=, expected a finite number",
                "1 2:1x 3:1 % 4 % bad value: found=1x, expected a finite number",
                "1 2:nan % 4 % bad value: found=nan, expected a finite number",
                "1 2:inf % 4 % bad value: found=inf, expected a finite number",
                "1 2:1e39 % 4 % bad value: found=1e39, expected a finite number",
                "1 2 % 2 % bad entry: found=2, expected index:value with an index of 1 to 2147483646",
                "1 qid:3 1:1 % 2 % bad entry: found=qid:3, expected index:value with an index of 1 to 2147483646",
                "1 2147483647:1 % 2 % bad entry: found=2147483647:1, expected index:value with an index of 1 to 2147483646",
                "1 99999999999999999999:1 % 2 % bad entry: found=99999999999999999999:1, expected index:value with an index of 1 to 2147483646",
                "2 1:1 % 0 % bad label: found=2, expected -1, 0 or 1",
                "0.5 1:1 % 0 % bad label: found=0.5, expected -1, 0 or 1",
                "1:1 2:1 % 0 % bad label: found=1:1, expected -1, 0 or 1",
                "cat 1:1 % 0 % bad label: found=cat, expected -1, 0 or 1",
                "é 1:1 % 0 % bad label: found=\\xc3\\xa9, expected -1, 0 or 1"
            })
    void badRowsAreRefusedWithTheirPlace(String line, int index, String message) {
        assertThatThrownBy(() -> Lines.parse(new LibsvmParser(1), line))
                .hasMessage(message)
                .extracting(e -> ((BadRowException) e).index())
                .isEqualTo(index);
    }

    private static String line(SplittableRandom random) {
        StringBuilder line =
                new StringBuilder(List.of("1", "+1", "-1", "0", "1.0", "-1.0").get(random.nextInt(6)));
        TreeSet<Integer> indices = new TreeSet<>();
        for (int i = random.nextInt(40); i > 0; i--) {
            indices.add(1 + random.nextInt(1 << (1 + random.nextInt(30))));
        }
        for (int index : indices) {
            line.append(random.nextInt(10) == 0 ? "  " : " ").append(index).append(':');
            line.append(
                    switch (random.nextInt(4)) {
                        case 0 -> Double.toString(random.nextDouble());
                        case 1 -> Integer.toString(random.nextInt(-500, 500));
                        case 2 -> Float.toString((float) random.nextDouble() * 1e-6f);
                        default -> "1";
                    });
        }
        return line.toString();
    }

    private static List<RowCase> obvious(String text) {
        List<RowCase> rows = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String[] words = line.trim().split("\\s+", -1);
            List<Integer> features = new ArrayList<>();
            List<Float> values = new ArrayList<>();
            for (int i = 1; i < words.length; i++) {
                features.add(Integer.valueOf(words[i].split(":", -1)[0]));
                values.add((float) Double.parseDouble(words[i].split(":", -1)[1]));
            }
            rows.add(new RowCase(Double.parseDouble(words[0]) > 0 ? 1 : 0, 1, features, values));
        }
        return rows;
    }
}
