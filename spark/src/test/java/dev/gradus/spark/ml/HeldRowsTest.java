package dev.gradus.spark.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HeldRowsTest {

    private static final int CLASSES = 3;
    private static final long PLENTY = 1L << 30;

    @TempDir
    private Path folder;

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 20).mapToObj(SplittableRandom::new);
    }

    private static List<InternalRow> rows(SplittableRandom random, int features, int count) {
        List<InternalRow> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Vector vector = Vectors.dense(
                    random.doubles(features, -2, 2).map(x -> x < 0 ? 0 : x).toArray());
            rows.add(StoredRows.labelled(random.nextInt(CLASSES), random.nextBoolean() ? vector : vector.toSparse()));
        }
        return rows;
    }

    /** What ranks are to read. */
    private static List<String> texts(List<InternalRow> rows, int features) {
        return rows.stream()
                .map(row -> {
                    float[] values = new float[features];
                    StoredVector vector = StoredVector.of(row);
                    for (int i = 0; i < vector.count(); i++) {
                        values[vector.index(i)] = vector.value(i);
                    }
                    return (int) row.getDouble(0) + " " + Arrays.toString(values);
                })
                .toList();
    }

    private static List<String> read(SpooledRows rows, long from, long to) throws DataException {
        List<String> found = new ArrayList<>();
        rows.read(from, to, (features, label) -> found.add(label + " " + Arrays.toString(features)));
        return found;
    }

    private void toFile(HeldPart first, Iterator<InternalRow> rest, DenseWriter writer, String name)
            throws IOException {
        try (FileChannel out =
                FileChannel.open(folder.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            RowBytes bytes = new RowBytes();
            writer.begin(bytes);
            first.moveTo(bytes, out);
            rest.forEachRemaining(row -> writer.write(row, bytes));
            bytes.moveTo(out);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyRangeIsReadOfPartitionsInMemoryAndInFiles(SplittableRandom random) throws Exception {
        int features = random.nextInt(1, 60);
        DenseWriter writer = new DenseWriter(features, CLASSES);
        long most = random.nextBoolean() ? PLENTY : random.nextLong(1_000_000);
        List<InternalRow> all = new ArrayList<>();
        try (HeldRows held = HeldRows.open(folder.toString(), most)) {
            for (int part = 0; part < 3; part++) {
                List<InternalRow> own = rows(random, features, random.nextInt(part == 1 ? 1 : 0, 4000));
                Iterator<InternalRow> left = own.iterator();
                HeldPart taken = held.take(left, writer);
                if (left.hasNext()) {
                    toFile(taken, left, writer, "part-00000" + part + ".rows");
                } else {
                    held.keep("part-00000" + part + ".rows", taken);
                }
                all.addAll(own);
            }

            SpooledRows rows = SpooledRows.open(folder, CLASSES);

            assertThat(rows.rows()).isEqualTo(all.size());
            assertThat(rows.shape().features()).isEqualTo(features);
            int from = random.nextInt(all.size());
            int to = random.nextInt(from, all.size() + 1);
            assertThat(read(rows, from, to)).isEqualTo(texts(all.subList(from, to), features));
            assertThat(read(rows, 0, all.size())).isEqualTo(texts(all, features));
        }
    }

    @Test
    void noMoreIsHeldThanIsAllowed() {
        DenseWriter writer = new DenseWriter(4, CLASSES);
        List<InternalRow> some = rows(new SplittableRandom(1), 4, 100);
        try (HeldRows held = HeldRows.open(folder.toString(), 0)) {
            Iterator<InternalRow> left = some.iterator();

            assertThat(held.take(left, writer).count()).isZero();
            assertThat(left).toIterable().hasSize(some.size());
        }
    }

    @Test
    void rowsThatCannotBeLearntFromAreRefusedAsInFiles() {
        DenseWriter writer = new DenseWriter(2, 2);
        try (HeldRows held = HeldRows.open(folder.toString(), PLENTY)) {
            assertThatThrownBy(() -> hold(held, writer, 2, 1, 2))
                    .hasMessageStartingWith("label is no class: label=2.0, classes=2; ");
            assertThatThrownBy(() -> hold(held, writer, 0, 1, 1e300))
                    .hasMessage("feature is not finite: index=1, value=1.0E300");
            assertThatThrownBy(() -> hold(held, writer, 0, Double.NaN, 1))
                    .hasMessage("feature is not finite: index=0, value=NaN");
            assertThatThrownBy(() -> hold(held, writer, 0, 1, 2, 3))
                    .hasMessageStartingWith("rows differ in size: features=3, expected=2; ");
        }
    }

    private static void hold(HeldRows held, DenseWriter writer, double label, double... values) {
        held.take(List.of(StoredRows.labelled(label, Vectors.dense(values))).iterator(), writer);
    }

    @Test
    void whatIsClosedIsGone() {
        HeldRows.open(folder.toString(), PLENTY).close();

        assertThat(HeldRows.of(folder.toString())).isEmpty();
        assertThatThrownBy(() -> SpooledRows.open(folder, CLASSES)).hasMessageStartingWith("no rows: folder=");
    }
}
