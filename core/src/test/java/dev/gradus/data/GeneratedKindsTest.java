package dev.gradus.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.KeyList;
import dev.gradus.math.CounterRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratedKindsTest {

    /** A row that was read. */
    private record Row(List<Float> features, int label) {}

    static Stream<RowKind> kinds() {
        return Stream.of(new LinearKind(), new RingsKind(), new BlobsKind());
    }

    @Test
    void kindsAreFoundAsServices() {
        assertThat(ServiceLoader.load(DataKind.class))
                .extracting(DataKind::name)
                .contains("linear", "rings", "blobs");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void anyRangeIsReadAsPartOfTheWhole(RowKind kind) throws DataException {
        RowSource source = kind.open(job(kind, Map.of("data.rows", 500L))).train();
        List<Row> all = rows(source, 0, 500);

        assertThat(rows(source, 0, 500)).isEqualTo(all);
        assertThat(rows(source, 123, 321)).isEqualTo(all.subList(123, 321));
        assertThat(rows(source, 499, 500)).isEqualTo(all.subList(499, 500));
        assertThat(rows(source, 77, 77)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void testRowsAreMoreOfTheSame(RowKind kind) throws DataException {
        DataSet small = kind.open(job(kind, Map.of("data.rows", 500L, "data.test", 0.25)));
        DataSet large = kind.open(job(kind, Map.of("data.rows", 1000L, "data.test", 0)));

        assertThat(small.train().rows()).isEqualTo(500);
        assertThat(small.test().rows()).isEqualTo(125);
        assertThat(large.test().rows()).isZero();
        assertThat(rows(small.train(), 0, 500)).isEqualTo(rows(large.train(), 0, 500));
        assertThat(rows(small.test(), 0, 125)).isEqualTo(rows(large.train(), 500, 625));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void seedsGiveOtherRows(RowKind kind) throws DataException {
        RowSource first = kind.open(job(kind, Map.of("data.seed", 1L))).train();
        RowSource second = kind.open(job(kind, Map.of("data.seed", -2L))).train();

        assertThat(rows(first, 0, 50)).doesNotContainAnyElementsOf(rows(second, 0, 50));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void classesAreAboutEquallyFrequent(RowKind kind) throws DataException {
        RowSource source = kind.open(job(kind, Map.of())).train();
        int classes = source.shape().classes();
        int[] counts = new int[classes];

        source.read(0, 20000, (features, label) -> counts[label]++);

        assertThat(Arrays.stream(counts).boxed())
                .allSatisfy(count -> assertThat((double) count).isCloseTo(20000.0 / classes, within(400.0)));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void noiseReplacesItsShareOfLabelsAndLeavesTheFeatures(RowKind kind) throws DataException {
        List<Row> clean = rows(kind.open(job(kind, Map.of())).train(), 0, 20000);
        List<Row> noisy = rows(kind.open(job(kind, Map.of("data.noise", 0.2))).train(), 0, 20000);
        int wrong = 0;

        for (int i = 0; i < 20000; i++) {
            assertThat(noisy.get(i).features()).isEqualTo(clean.get(i).features());
            wrong += noisy.get(i).label() == clean.get(i).label() ? 0 : 1;
        }

        assertThat(wrong / 20000.0).isCloseTo(0.2, within(0.015));
    }

    @Test
    void theSetsAreTheSameOnEveryMachine() throws DataException {
        Map<String, String> sums = new LinkedHashMap<>();
        for (RowKind kind : kinds().toList()) {
            sums.put(
                    kind.name(),
                    Long.toHexString(checksum(kind.open(job(kind, Map.of())).train())));
        }

        // A second implementation, in Python, came to the same sums.
        assertThat(sums).isEqualTo(Map.of("linear", "49021896", "rings", "ba171e03", "blobs", "cbf9808d"));
    }

    @Test
    void linearRowsKeepTheMarginOnTheSideOfTheirLabel() throws DataException {
        LinearKind kind = new LinearKind();
        for (int features : new int[] {1, 2, 20, 100}) {
            RowSource source = kind.open(
                            job(kind, Map.of("data.features", features, "data.margin", 0.3, "data.seed", 9)))
                    .train();
            double[] direction = LinearKind.direction(features, CounterRandom.key(9, 1));

            source.read(0, 5000, (row, label) -> {
                double height = 0;
                for (int j = 0; j < features; j++) {
                    height += direction[j] * row[j];
                }
                assertThat(label == 1 ? height : -height).isGreaterThan(0.3 - 1e-5);
            });
        }
    }

    @Test
    void linearFeaturesHaveMeanZeroAndDeviationOne() throws DataException {
        LinearKind kind = new LinearKind();
        RowSource source = kind.open(job(kind, Map.of("data.margin", 0))).train();
        double[] sums = new double[2];

        source.read(0, 20000, (features, label) -> {
            sums[0] += features[3];
            sums[1] += features[3] * features[3];
        });

        assertThat(sums[0] / 20000).isCloseTo(0, within(0.03));
        assertThat(sums[1] / 20000).isCloseTo(1, within(0.04));
    }

    @Test
    void ringsStandApartByRadius() throws DataException {
        RingsKind kind = new RingsKind();
        RowSource source = kind.open(job(kind, Map.of("data.classes", 3))).train();
        int[] right = {0};

        source.read(0, 5000, (features, label) -> {
            double radius = Math.hypot(features[0], features[1]) * 3;
            right[0] += Math.round(radius) - 1 == label ? 1 : 0;
        });

        assertThat(right[0]).isGreaterThan(4980);
    }

    @Test
    void blobsAreNearestToTheirOwnCentre() throws DataException {
        BlobsKind kind = new BlobsKind();
        RowSource source = kind.open(job(kind, Map.of())).train();
        int[] right = {0};

        source.read(0, 5000, (features, label) -> {
            long nearest = Math.floorMod(Math.round(Math.atan2(features[1], features[0]) / (Math.PI / 2)), 4);
            right[0] += nearest == label ? 1 : 0;
        });

        assertThat(right[0]).isBetween(4850, 4990);
    }

    @Test
    void kindsHaveTheirOwnSizes() throws DataException {
        assertThat(new LinearKind()
                        .open(job(new LinearKind(), Map.of()))
                        .train()
                        .rows())
                .isEqualTo(1_000_000);
        assertThat(new LinearKind().open(job(new LinearKind(), Map.of())).shape())
                .isEqualTo(new Shape(20, 2));
        assertThat(new RingsKind().open(job(new RingsKind(), Map.of())).train().rows())
                .isEqualTo(40_000);
        assertThat(new BlobsKind().open(job(new BlobsKind(), Map.of())).shape()).isEqualTo(new Shape(2, 4));
    }

    @Test
    void badSettingsAreRefused() {
        RingsKind kind = new RingsKind();

        assertThatThrownBy(() -> kind.open(job(kind, Map.of("data.classes", 1L))))
                .isInstanceOf(JobException.class)
                .hasMessage("too few classes: data.classes=1; write 2 or more, or 0 for the default");
        assertThatThrownBy(() -> job(kind, Map.of("data.test", 0.95)))
                .hasMessageStartingWith("bad value: data.test=0.95, out of range");
        assertThatThrownBy(() ->
                        kind.open(job(kind, Map.of("data.rows", 10L))).train().read(5, 11, (x, y) -> {}))
                .hasMessage("no such rows: from=5, to=11, rows=10");
    }

    private static Job job(RowKind kind, Map<String, ?> scalars) {
        return Job.of(new KeyList(kind.keys()), scalars);
    }

    private static List<Row> rows(RowSource source, long from, long to) throws DataException {
        List<Row> rows = new ArrayList<>();
        source.read(from, to, (features, label) -> {
            List<Float> copy = new ArrayList<>();
            for (float feature : features) {
                copy.add(feature);
            }
            rows.add(new Row(copy, label));
        });
        return rows;
    }

    private static long checksum(RowSource source) throws DataException {
        CRC32C sum = new CRC32C();
        source.read(10_000, 12_000, (features, label) -> {
            for (float feature : features) {
                int bits = Float.floatToRawIntBits(feature);
                for (int shift = 0; shift < 32; shift += 8) {
                    sum.update(bits >>> shift);
                }
            }
            sum.update(label);
        });
        return sum.getValue();
    }
}
