package dev.gradus.spark.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SpooledRowsTest {

    @TempDir
    private Path folder;

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 20).mapToObj(SplittableRandom::new);
    }

    /** Writes rows of whole numbers that go on from file to file, and returns what must be read. */
    private List<String> write(int features, int... rows) throws IOException {
        DenseWriter writer = new DenseWriter(features, 5);
        List<String> written = new ArrayList<>();
        for (int part = 0; part < rows.length; part++) {
            Path file = folder.resolve("part-%06d%s".formatted(part, writer.ending()));
            try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                RowBytes bytes = new RowBytes();
                writer.begin(bytes);
                for (int i = 0; i < rows[part]; i++) {
                    double[] values = new double[features];
                    Arrays.fill(values, written.size());
                    int label = written.size() % 5;
                    writer.write(StoredRows.labelled(label, Vectors.dense(values)), bytes);
                    written.add(label + " " + Arrays.toString(values));
                }
                bytes.moveTo(out);
            }
        }
        return written;
    }

    private static List<String> read(SpooledRows rows, long from, long to) throws DataException {
        List<String> found = new ArrayList<>();
        rows.read(from, to, (features, label) -> {
            double[] values = new double[features.length];
            Arrays.setAll(values, i -> features[i]);
            found.add(label + " " + Arrays.toString(values));
        });
        return found;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyRangeOfRowsIsReadOverTheEndsOfFiles(SplittableRandom random) throws Exception {
        int features = random.nextInt(1, 40);
        List<String> all = write(features, random.nextInt(5000), random.nextInt(1, 10), random.nextInt(3000));

        SpooledRows rows = SpooledRows.open(folder, 5);

        assertThat(rows.rows()).isEqualTo(all.size());
        assertThat(rows.shape().features()).isEqualTo(features);
        int from = random.nextInt(all.size());
        int to = random.nextInt(from, all.size() + 1);
        assertThat(read(rows, from, to)).isEqualTo(all.subList(from, to));
        assertThat(read(rows, 0, all.size())).isEqualTo(all);
    }

    @Test
    void filesThatAreNoneAreRefused() throws Exception {
        assertThatThrownBy(() -> SpooledRows.open(folder, 5)).hasMessageStartingWith("no rows: folder=");
        write(3, 10);
        Path file = folder.resolve("part-000000.rows");
        byte[] bytes = Files.readAllBytes(file);

        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        assertThatThrownBy(() -> SpooledRows.open(folder, 5))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("file ends within a row: file=");
        Files.write(file, new byte[100]);
        assertThatThrownBy(() -> SpooledRows.open(folder, 5))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("not a file of rows: file=");
    }
}
