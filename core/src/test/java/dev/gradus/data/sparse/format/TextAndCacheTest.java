package dev.gradus.data.sparse.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseKind;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.data.sparse.cache.RowCase;
import dev.gradus.job.Job;
import dev.gradus.job.KeyList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small files of all that lines may have give the same rows, or the same complaint, as text and as a cache. */
@Timeout(120)
class TextAndCacheTest {

    private static final String UNSUITED = "rows cannot be read as text whenever they are needed: ";

    @TempDir
    private Path folder;

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 300).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyFilesGiveTheSameRowsAndComplaints(SplittableRandom random) throws IOException {
        SparseKind kind =
                List.of(new LibsvmKind(), new VwKind(), new CriteoKind()).get(random.nextInt(3));
        Map<String, Object> keys = keys(kind, random);
        boolean bad = random.nextInt(4) == 0;
        Lines lines = new Lines(kind.name(), random, keys);
        // Of several bad files, any may be the first to be read into a cache.
        boolean suited = write("train", bad ? 1 : random.nextInt(1, 4), lines, bad);
        keys.put("data.path", folder.resolve("train").toString());
        if (random.nextBoolean()) {
            suited &= write("test", random.nextInt(1, 3), lines, false);
            keys.put("data.testPath", folder.resolve("test").toString());
        } else {
            keys.put("data.test", random.nextInt(3) == 0 ? 0.3 : 0.0);
        }

        Object cached = read(kind, keys, "cache");
        Object text = read(kind, keys, "text");

        if (text instanceof String refused && refused.startsWith(UNSUITED)) {
            boolean known = refused.contains("have no feature") || (bad && refused.contains("too many features"));
            assertThat(suited && !known).as(refused).isFalse();
        } else {
            assertThat(text).isEqualTo(cached);
        }
    }

    private static Map<String, Object> keys(SparseKind kind, SplittableRandom random) {
        Map<String, Object> keys = new TreeMap<>();
        if (kind instanceof LibsvmKind) {
            keys.put("data.firstIndex", random.nextInt(2));
        } else {
            keys.put("data.bits", random.nextInt(1, 18));
            keys.put("data.hashSeed", random.nextInt(2));
        }
        if (kind instanceof CriteoKind) {
            keys.put("data.integers", random.nextBoolean() ? "bins" : "log");
        }
        return keys;
    }

    /** Writes the files of a folder; false if a line may be no row. */
    private boolean write(String name, int files, Lines lines, boolean bad) throws IOException {
        Files.createDirectories(folder.resolve(name));
        boolean suited = true;
        for (int i = 0; i < files; i++) {
            Files.writeString(folder.resolve(name).resolve("part" + i), lines.file(bad));
            suited &= lines.allRows;
        }
        return suited;
    }

    /** What a set has, by what its features are called, or why there is none. */
    private Object read(SparseKind kind, Map<String, Object> keys, String how) throws IOException {
        Map<String, Object> all = new TreeMap<>(keys);
        all.put("data.read", how);
        Job job = Job.of(new KeyList(kind.keys()), all);
        Path cache = folder.resolve("cache");
        try (SparseSet set = how.equals("text") ? kind.openOnce(job, cache) : kind.open(job, cache)) {
            List<Object> rows = new ArrayList<>();
            Set<Integer> known = new HashSet<>();
            rows.add(set.features().space());
            rows.add(rows(set.features(), set.train(), known, true));
            rows.add(rows(set.features(), set.test(), known, false));
            return rows;
        } catch (DataException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Features that no row to train on has are left out of those held out. */
    private static List<Object> rows(FeatureList features, SparseSource source, Set<Integer> known, boolean train)
            throws DataException {
        List<Object> rows = new ArrayList<>();
        for (RowCase row : RowCase.all(source)) {
            Map<Integer, Float> entries = new LinkedHashMap<>();
            for (int i = 0; i < row.features().size(); i++) {
                int id = features.id(row.features().get(i));
                if (train || known.contains(id)) {
                    assertThat(entries.put(id, row.values().get(i))).isNull();
                }
            }
            if (train) {
                known.addAll(entries.keySet());
            }
            rows.add(List.of(row.label(), row.weight(), entries));
        }
        return rows;
    }

    /** Makes lines of a format. */
    private static final class Lines {

        private final String format;
        private final SplittableRandom random;
        private final int firstIndex;
        private boolean allRows;

        Lines(String format, SplittableRandom random, Map<String, Object> keys) {
            this.format = format;
            this.random = random;
            this.firstIndex = (int) keys.getOrDefault("data.firstIndex", 1);
        }

        private String one(String... of) {
            return of[random.nextInt(of.length)];
        }

        String file(boolean bad) {
            allRows = true;
            StringBuilder text = new StringBuilder();
            String end = one("\n", "\n", "\r\n");
            int count = random.nextInt(1, 120);
            int wrong = bad ? random.nextInt(count) : -1;
            int odd = random.nextInt(6) == 0 ? random.nextInt(count) : -1;
            for (int i = 0; i < count; i++) {
                if (i == odd) {
                    text.append(noRow(i == 0, end));
                    allRows = false;
                }
                text.append(i == wrong ? wrong() : row()).append(end);
            }
            boolean open = random.nextInt(3) == 0;
            return open ? text.substring(0, text.length() - end.length()) : text.toString();
        }

        private String noRow(boolean first, String end) {
            if (format.equals("libsvm") && random.nextBoolean()) {
                return "# a comment" + end;
            }
            return first && random.nextBoolean() ? "\uFEFF" : one("", "  ", "\t") + end;
        }

        private String label() {
            return one("1", "0", "-1", "+1");
        }

        private String value() {
            return one("1", "1", "0", "-0", "0.25", "-3e2", "1.5E-3", ".5", "2.", "1234567.125", "0.1234567890123");
        }

        private String row() {
            return switch (format) {
                case "libsvm" -> libsvm();
                case "vw" -> vw();
                default -> criteo();
            };
        }

        private String libsvm() {
            StringBuilder row = new StringBuilder(label());
            int index = firstIndex - 1;
            for (int i = random.nextInt(9); i > 0; i--) {
                index += 1 + random.nextInt(1 << random.nextInt(1, 12));
                row.append(one(" ", " ", "  ", "\t")).append(one("", "", "0")).append(index);
                row.append(':').append(value());
            }
            return row.append(one("", "", " ")).toString();
        }

        private String vw() {
            StringBuilder row = new StringBuilder(label());
            row.append(one(" ", " 2.5 ", " 0 ", " 1 'tag ", " 'tag", " tag")); // a word without ' touches the bar
            for (int i = random.nextInt(1, 3); i > 0; i--) {
                row.append('|').append(one("", "a", "b#", "c:0.5", "\u00e9"));
                for (int j = random.nextInt(5); j > 0; j--) {
                    row.append(' ')
                            .append(one("x", "y#z", "17", "4294967296", "\u00fc", ""))
                            .append(':');
                    row.append(value());
                }
                row.append(one("", " w w", "  v") + " ");
            }
            return row.toString();
        }

        private String criteo() {
            StringBuilder row = new StringBuilder(label());
            for (int column = 1; column < 40; column++) {
                row.append('\t');
                row.append(
                        column < 14
                                ? one("", "0", "-1", "5", "4095", "4096", "99999999999")
                                : one("", "a", "00F", "deadBEEF"));
            }
            return row.toString();
        }

        private String wrong() {
            return switch (format) {
                case "libsvm" ->
                    label() + one(" 5:1 5:1", " 5:1 4:1", " -1:1", " 3:x", " 3", " 2147483647:1", " 1:1e99", " a:1");
                case "vw" -> label() + one(" |a x:y", " -1 |a x", " 2.5", "|a x", " x y |a", " |a:q x", " |a x:1e99");
                default -> criteo() + one("\t", "x", "\t5", " ");
            };
        }
    }
}
