package dev.gradus.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class PrefetchTest {

    private static final int FEATURES = 3;

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 30).mapToObj(SplittableRandom::new);
    }

    /** Rows that tell their number and epoch, and count who fills them. */
    private static final class Telling implements RowStore {

        private final int first;
        private final int rows;
        private final int broken;
        private final AtomicInteger beside = new AtomicInteger();

        Telling(int first, int rows, int broken) {
            this.first = first;
            this.rows = rows;
            this.broken = broken;
        }

        @Override
        public Shape shape() {
            return new Shape(FEATURES, 2);
        }

        @Override
        public int rows() {
            return rows;
        }

        @Override
        public float[] labels() {
            float[] labels = new float[rows];
            for (int i = 0; i < rows; i++) {
                labels[i] = (first + i) % 2;
            }
            return labels;
        }

        @Override
        public void fill(int row, int epoch, float[] into, int at) {
            if (Thread.currentThread().getName().equals("prefetch")) {
                beside.incrementAndGet();
            }
            if (first + row == broken) {
                throw new IllegalStateException("row is broken: row=" + row);
            }
            into[at] = first + row;
            into[at + 1] = epoch;
            into[at + 2] = -row;
        }

        @Override
        public long rowBytes() {
            return 0;
        }

        @Override
        public List<float[]> memory() {
            return List.of();
        }
    }

    private static List<RowStore> stores(SamplePlan plan, int broken) {
        List<RowStore> stores = new ArrayList<>();
        for (int shard = 0; shard < plan.virtualShards(); shard++) {
            int from = (int) plan.shardFrom(shard);
            stores.add(new Telling(from, (int) plan.shardTo(shard) - from, broken));
        }
        return stores;
    }

    private static float[] expected(Slice slice) {
        float[] values = new float[slice.size() * FEATURES];
        int next = 0;
        for (int run = 0; run < slice.runs(); run++) {
            for (int row = slice.from(run); row < slice.to(run); row++) {
                slice.rows().fill(row, slice.epoch(), values, FEATURES * next++);
            }
        }
        return values;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rowsAreTheSameWithAThreadAndWithout(SplittableRandom random) {
        SamplePlan plan = new SamplePlan(
                random.nextInt(1, 300), random.nextInt(1, 50), random.nextInt(1, 9), 1, random.nextInt(20));
        BatchReader reader = new BatchReader(plan, 0, stores(plan, -1));
        try (Prefetch beside = Prefetch.create(true, FEATURES, 0);
                Prefetch alone = Prefetch.create(false, FEATURES)) {
            for (int epoch = 0; epoch < 3; epoch++) {
                // Starts anew in the middle now and then, as a warm-up does.
                int steps = random.nextInt(plan.stepsPerEpoch() + 1);
                for (int step = 0; step < (epoch == 1 ? steps : plan.stepsPerEpoch()); step++) {
                    for (Slice slice : reader.read(epoch, step).slices()) {
                        float[] rows = beside.rows(slice);
                        float[] labels = beside.labels();
                        float[] same = alone.rows(slice);

                        int length = slice.size() * FEATURES;
                        assertThat(Arrays.copyOf(rows, length)).containsExactly(expected(slice));
                        assertThat(Arrays.copyOf(same, length)).containsExactly(expected(slice));
                        for (int i = 0; i < slice.size(); i++) {
                            assertThat(labels[i]).isEqualTo(rows[i * FEATURES] % 2);
                        }
                    }
                }
            }
        }
    }

    @Test
    void allSlicesButTheFirstAreFilledBeside() {
        SamplePlan plan = new SamplePlan(200, 40, 4, 1, 10);
        List<RowStore> stores = stores(plan, -1);
        BatchReader reader = new BatchReader(plan, 0, stores);
        try (Prefetch prefetch = Prefetch.create(true, FEATURES, 0)) {
            for (int epoch = 0; epoch < 2; epoch++) {
                for (int step = 0; step < plan.stepsPerEpoch(); step++) {
                    reader.read(epoch, step).slices().forEach(prefetch::rows);
                }
            }
        }

        int filled = stores.stream().mapToInt(s -> ((Telling) s).beside.get()).sum();
        // All but the first slice of 10 rows; the one after the last is filled too, unless close came first.
        assertThat(filled).isBetween(2 * 200 - 10, 2 * 200);
    }

    @Test
    void smallSlicesAreFilledOnTheSpot() {
        SamplePlan plan = new SamplePlan(200, 40, 4, 1, 10);
        List<RowStore> stores = stores(plan, -1);
        BatchReader reader = new BatchReader(plan, 0, stores);
        try (Prefetch prefetch = Prefetch.create(true, FEATURES, 10 * FEATURES + 1)) {
            for (int step = 0; step < plan.stepsPerEpoch(); step++) {
                reader.read(0, step).slices().forEach(prefetch::rows);
            }
        }

        assertThat(stores)
                .allSatisfy(store -> assertThat(((Telling) store).beside).hasValue(0));
    }

    @Test
    void slicesWithoutAPlanAreFilledOnTheSpot() {
        Telling store = new Telling(0, 5, -1);
        Slice slice = new Slice(store);
        slice.add(1, 3);
        try (Prefetch prefetch = Prefetch.create(true, FEATURES, 0)) {
            assertThat(slice.following()).isNull();
            assertThat(prefetch.rows(slice)).startsWith(1, RowStore.PLAIN, -1, 2, RowStore.PLAIN, -2);
        }
        assertThat(store.beside).hasValue(0);
    }

    @Test
    void whatGoesWrongBesideIsThrownToTheRank() {
        SamplePlan plan = new SamplePlan(20, 20, 4, 1, 0);
        BatchReader reader = new BatchReader(plan, 0, stores(plan, 7));
        List<Slice> slices = reader.read(0, 0).slices();
        try (Prefetch prefetch = Prefetch.create(true, FEATURES, 0)) {
            prefetch.rows(slices.get(0));

            assertThatThrownBy(() -> prefetch.rows(slices.get(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("rows cannot be filled: row is broken: row=2");
        }
    }

    @Test
    void closingEndsTheThreadAndFurtherCallsAreRefused() {
        SamplePlan plan = new SamplePlan(20, 20, 4, 1, 0);
        Slice slice =
                new BatchReader(plan, 0, stores(plan, -1)).read(0, 0).slices().get(0);
        Prefetch prefetch = Prefetch.create(true, FEATURES, 0);
        prefetch.rows(slice);
        prefetch.close();

        assertThatThrownBy(() -> prefetch.rows(slice)).hasMessage("prefetch is closed");
        prefetch.close();
    }

    @Test
    void aThreadIsWantedWhereThereIsACoreForIt() {
        int cores = Runtime.getRuntime().availableProcessors();

        assertThat(Prefetch.wanted("auto", cores)).isFalse();
        assertThat(Prefetch.wanted("auto", cores - 1)).isTrue();
        assertThat(Prefetch.wanted("on", 1000)).isTrue();
        assertThat(Prefetch.wanted("off", 0)).isFalse();
    }
}
