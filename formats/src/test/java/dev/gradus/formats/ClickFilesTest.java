package dev.gradus.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseKind;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.data.sparse.format.CriteoKind;
import dev.gradus.data.sparse.format.LibsvmKind;
import dev.gradus.data.sparse.format.VwKind;
import dev.gradus.data.sparse.generated.CtrKind;
import dev.gradus.job.Job;
import dev.gradus.job.KeyList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Generated clicks that went through a file are those that did not. */
class ClickFilesTest {

    private static final int ROWS = 5000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {4096, 33_762_578})
    void libsvmFilesAreReadAsTheRowsThatWereWritten(int space) throws IOException {
        Job clicks = clicks(space);
        Map<String, Object> files = write(clicks, ClickFormat.LIBSVM);

        try (SparseSet read = open(new LibsvmKind(), files);
                SparseSet made = new CtrKind().open(clicks, folder)) {
            assertSame(read, made);
        }
    }

    @Test
    void vwFilesAreReadAsTheRowsThatWereWrittenIfNoFeatureIsCutShort() throws IOException {
        Job clicks = clicks(33_762_578);
        Map<String, Object> files = write(clicks, ClickFormat.VW);
        files.put("data.bits", 26L);

        try (SparseSet read = open(new VwKind(), files);
                SparseSet made = new CtrKind().open(clicks, folder)) {
            assertSame(read, made);
        }
    }

    @Test
    void criteoFilesAreReadWithTheSameLabelsAndAsManyEntries() throws IOException {
        Job clicks = clicks(33_762_578);
        Map<String, Object> files = write(clicks, ClickFormat.CRITEO);
        files.putAll(Map.of("data.integers", "log", "data.bits", 26L));

        try (SparseSet read = open(new CriteoKind(), files);
                SparseSet made = new CtrKind().open(clicks, folder)) {
            SparseBlock readRows = block(read.train());
            SparseBlock madeRows = block(made.train());
            assertThat(readRows.rows()).isEqualTo(ROWS);
            for (int row = 0; row <= ROWS; row++) {
                assertThat(readRows.starts()[row]).isEqualTo(madeRows.starts()[row]);
            }
            for (int row = 0; row < ROWS; row++) {
                assertThat(readRows.labels()[row]).isEqualTo(madeRows.labels()[row]);
            }
            // Of n features about n^2 / 2^27 meet another of the same hash of 26 bits.
            int size = made.features().size();
            int meet = (int) (((long) size * size) >> 27);
            assertThat(read.features().size()).isBetween(size - 3 * meet - 10, size);
            assertThat(read.test().rows()).isEqualTo(made.test().rows());
        }
    }

    private static Job clicks(int space) {
        CtrKind kind = new CtrKind();
        return Job.of(
                new KeyList(kind.keys()),
                Map.of("data.rows", (long) ROWS, "data.test", 0.1, "data.seed", 3L, "data.featureSpace", (long) space));
    }

    private Map<String, Object> write(Job clicks, ClickFormat format) throws DataException {
        CtrKind.Parts parts = new CtrKind().generate(clicks);
        Path train = folder.resolve("train");
        Path test = folder.resolve("test");
        ClickWriter.write(parts.train(), format, train);
        ClickWriter.write(parts.test(), format, test);
        return new HashMap<>(Map.of("data.path", train.toString(), "data.testPath", test.toString()));
    }

    private SparseSet open(SparseKind kind, Map<String, Object> settings) throws DataException {
        return kind.open(Job.of(new KeyList(kind.keys()), settings), folder);
    }

    /** By what features are called: those of a file that are not frequent have other places. */
    private static void assertSame(SparseSet read, SparseSet made) throws DataException {
        assertThat(read.features().ids())
                .containsExactlyInAnyOrder(made.features().ids());
        assertThat(texts(read, read.train())).hasSize(ROWS).isEqualTo(texts(made, made.train()));
        assertThat(texts(read, read.test())).hasSize(ROWS / 10).isEqualTo(texts(made, made.test()));
    }

    private static SparseBlock block(SparseSource source) throws DataException {
        SparseBlock block = new SparseBlock();
        source.reader().read(0, source.rows(), block);
        return block;
    }

    private static List<String> texts(SparseSet set, SparseSource source) throws DataException {
        SparseBlock block = block(source);
        int[] ids = set.features().ids();
        List<String> texts = new ArrayList<>();
        for (int row = 0; row < block.rows(); row++) {
            String entries = IntStream.range(block.starts()[row], block.starts()[row + 1])
                    .boxed()
                    .sorted(Comparator.comparingInt(i -> ids[block.features()[i]]))
                    .map(i -> ids[block.features()[i]] + ":" + block.values()[i])
                    .collect(Collectors.joining(" "));
            texts.add(block.labels()[row] + " " + block.weights()[row] + " " + entries);
        }
        return texts;
    }
}
