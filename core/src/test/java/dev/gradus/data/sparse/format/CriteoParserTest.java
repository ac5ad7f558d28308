package dev.gradus.data.sparse.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.sparse.cache.RowCase;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CriteoParserTest {

    @Test
    void rowsAreThoseOfTheObviousParser() throws BadRowException {
        for (int seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                text.append(line(random)).append('\n');
            }
            boolean logs = seed % 2 == 0;
            int bits = 5 + random.nextInt(26);

            assertThat(Lines.parse(new CriteoParser(logs, bits, seed), text.toString()))
                    .as("seed %d", seed)
                    .isEqualTo(obvious(text.toString(), logs, bits, seed));
        }
    }

    @Test
    void badRowsAreRefusedWithTheirPlace() {
        String row = "1" + "\t5".repeat(13) + "\t68fd1e64".repeat(26);

        refused("x" + row.substring(1), 0, "bad label: found=x, expected -1, 0 or 1");
        refused(
                row.replaceFirst("\t5", "\t5a"),
                2,
                "bad number in column 2: found=5a, expected a whole number of up to 18 digits, or nothing");
        refused(
                row.replaceFirst("\t5", "\t1234567890123456789"),
                2,
                "bad number in column 2: found=1234567890123456789, expected a whole number of up to 18 digits,"
                        + " or nothing");
        refused(
                row.replaceFirst("68fd1e64", "68fd1e6g"),
                28,
                "bad category in column 15: found=68fd1e6g, expected up to 8 hexadecimal digits, or nothing");
        refused(
                row.replaceFirst("68fd1e64", "068fd1e64"),
                28,
                "bad category in column 15: found=068fd1e64, expected up to 8 hexadecimal digits, or nothing");
        refused(row + "\t1", row.length(), "too many columns: found=, expected the end of the line after 40 columns");
        refused(
                row.substring(0, row.length() - 9),
                row.length() - 9,
                "too few columns: found=, expected a tab and 39 columns after the label, found 38");
        refused("1 5", 1, "too few columns: found=, expected a tab and 39 columns after the label, found 0");
    }

    private static void refused(String line, int index, String message) {
        assertThatThrownBy(() -> Lines.parse(new CriteoParser(false, 20, 0), line))
                .hasMessage(message)
                .extracting(e -> ((BadRowException) e).index())
                .isEqualTo(index);
    }

    private static String line(SplittableRandom random) {
        StringBuilder line = new StringBuilder(random.nextBoolean() ? "1" : "0");
        for (int i = 0; i < 39; i++) {
            line.append('\t');
            if (random.nextInt(5) > 0) {
                int bound = 1 << random.nextInt(31);
                line.append(
                        i < 13 ? Integer.toString(random.nextInt(-3, bound)) : Integer.toHexString(random.nextInt()));
            }
        }
        return line.toString();
    }

    private static List<RowCase> obvious(String text, boolean logs, int bits, int seed) {
        List<RowCase> rows = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String[] fields = line.split("\t", -1);
            List<Integer> features = new ArrayList<>();
            List<Float> values = new ArrayList<>();
            for (int i = 1; i < fields.length; i++) {
                if (fields[i].isEmpty()) {
                    continue;
                }
                int category = 0;
                float value = 1;
                if (i > 13) {
                    category = Integer.parseUnsignedInt(fields[i], 16);
                } else if (logs) {
                    value = (float) Math.log(Math.max(-1, Long.parseLong(fields[i])) + 2.0);
                } else {
                    long x = Long.parseLong(fields[i]);
                    category = x <= 2 ? (int) x - 2 : (int) Math.floor(Math.pow(Math.log((double) x), 2));
                }
                features.add(Murmur3.hash(i, category, seed) & (int) ((1L << bits) - 1));
                values.add(value);
            }
            rows.add(new RowCase(Float.parseFloat(fields[0]), 1, features, values));
        }
        return rows;
    }
}
