package dev.gradus.data.sparse.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKind;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.KeyList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CtrKindTest {

    private static final CtrKind KIND = new CtrKind();

    @TempDir
    Path cache;

    /** A row, its features by number. */
    private record Row(float label, SortedMap<Integer, Float> entries) {}

    @Test
    void kindIsFoundAsAService() {
        assertThat(ServiceLoader.load(DataKind.class))
                .extracting(DataKind::name)
                .contains("ctr");
    }

    @Test
    void openedRowsAreThoseOfTheRecipe() throws DataException {
        Job job = job(Map.of("data.rows", 3000L, "data.seed", 5L));
        CtrKind.Parts raw = KIND.generate(job);
        List<Row> train = rows(raw.train(), feature -> feature);
        List<Row> test = rows(raw.test(), feature -> feature);
        Map<Integer, Long> counts = counts(train);

        try (SparseSet set = KIND.open(job, cache)) {
            assertThat(set.features().space()).isEqualTo(33_762_579);
            assertThat(rows(set.train(), set.features()::id)).isEqualTo(train);
            assertThat(set.features().ids()).hasSize(counts.size());
            // Features that no training row has cannot be learnt, and are left out.
            test.forEach(row -> row.entries().keySet().retainAll(counts.keySet()));
            assertThat(rows(set.test(), set.features()::id)).hasSize(300).isEqualTo(test);
            for (int i = 1; i < set.features().size(); i++) {
                assertThat(counts.get(set.features().id(i)))
                        .isLessThanOrEqualTo(counts.get(set.features().id(i - 1)));
            }
        }
    }

    @Test
    void rareFeaturesAreLeftOutIfTheJobSaysSo() throws DataException {
        Job job = job(Map.of("data.rows", 2000L, "data.minCount", 3L));
        List<Row> train = rows(KIND.generate(job).train(), feature -> feature);
        long frequent =
                counts(train).values().stream().filter(count -> count >= 3).count();

        try (SparseSet set = KIND.open(job, cache)) {
            assertThat(set.features().size()).isEqualTo((int) frequent);
        }
    }

    @Test
    void equalJobsShareACacheAndOthersDoNot() throws IOException {
        String first = fingerprint(job(Map.of("data.rows", 500L)));
        assertThat(fingerprint(job(Map.of("data.rows", 500L)))).isEqualTo(first);
        assertThat(caches()).isEqualTo(1);

        assertThat(fingerprint(job(Map.of("data.rows", 501L)))).isNotEqualTo(first);
        assertThat(fingerprint(job(Map.of("data.rows", 500L, "data.seed", 2L)))).isNotEqualTo(first);
        assertThat(fingerprint(job(Map.of("data.rows", 500L, "data.test", 0.2))))
                .isNotEqualTo(first);
        assertThat(fingerprint(job(Map.of("data.rows", 500L, "data.featureSpace", 4096L))))
                .isNotEqualTo(first);
        assertThat(caches()).isEqualTo(5);
    }

    @Test
    void aMillionRowsAreMadeUnlessTheJobSaysOtherwise() {
        CtrKind.Parts parts = KIND.generate(job(Map.of()));

        assertThat(parts.train().rows()).isEqualTo(1_000_000);
        assertThat(parts.test()).isEqualTo(new CtrRows(parts.train().recipe(), 1_000_000, 100_000));
    }

    @Test
    void spacesThatCannotBeFilledAreRefused() {
        assertThatThrownBy(() -> KIND.generate(job(Map.of("data.featureSpace", 1329L))))
                .isInstanceOf(JobException.class)
                .hasMessage("too few features: data.featureSpace=1329; write 1330 or more, or 0 for those of the Kaggle"
                        + " set");
        assertThat(KIND.generate(job(Map.of("data.featureSpace", 1330L)))
                        .train()
                        .recipe()
                        .features())
                .isEqualTo(1330);
    }

    private static Job job(Map<String, Object> settings) {
        return Job.of(new KeyList(KIND.keys()), settings);
    }

    private String fingerprint(Job job) throws DataException {
        try (SparseSet set = KIND.open(job, cache)) {
            return set.fingerprint();
        }
    }

    private long caches() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.filter(file -> file.toString().endsWith(".rows")).count();
        }
    }

    private static Map<Integer, Long> counts(List<Row> rows) {
        Map<Integer, Long> counts = new HashMap<>();
        rows.forEach(row -> row.entries().keySet().forEach(feature -> counts.merge(feature, 1L, Long::sum)));
        return counts;
    }

    private static List<Row> rows(SparseSource source, IntUnaryOperator ids) throws DataException {
        SparseBlock block = new SparseBlock();
        source.reader().read(0, source.rows(), block);
        List<Row> rows = new ArrayList<>();
        for (int row = 0; row < block.rows(); row++) {
            SortedMap<Integer, Float> entries = new TreeMap<>();
            for (int i = block.starts()[row]; i < block.starts()[row + 1]; i++) {
                entries.put(ids.applyAsInt(block.features()[i]), block.values()[i]);
            }
            rows.add(new Row(block.labels()[row], entries));
        }
        return rows;
    }
}
