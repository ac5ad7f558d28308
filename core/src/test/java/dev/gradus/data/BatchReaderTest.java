package dev.gradus.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchReaderTest {

    private static final SamplePlan PLAN = new SamplePlan(1003, 100, 8, 1, 16);

    @Test
    void aRankReadsItsShardsAndNothingElse() throws DataException {
        NumberedRows source = new NumberedRows(1003);

        BatchReader reader = BatchReader.load(PLAN, source, DenseRows::load, 1, 3);

        assertThat(reader.read(0, 0).firstShard()).isEqualTo(2);
        assertThat(reader.read(0, 0).slices()).hasSize(3);
        assertThat(source.readTwice()).isFalse();
        assertThat(source.read().stream())
                .isEqualTo(IntStream.range((int) PLAN.shardFrom(2), (int) PLAN.shardTo(4))
                        .boxed()
                        .toList());
    }

    @Test
    void sizesOfTheRanksAddUpToTheGlobalSize() throws DataException {
        BatchReader first = BatchReader.load(PLAN, new NumberedRows(1003), DenseRows::load, 0, 2);
        BatchReader second = BatchReader.load(PLAN, new NumberedRows(1003), DenseRows::load, 1, 2);

        for (int step = 0; step < PLAN.stepsPerEpoch(); step++) {
            int global = first.read(1, step).globalSize();

            assertThat(first.read(1, step).size() + second.read(1, step).size()).isEqualTo(global);
            assertThat(global).isEqualTo(step < 10 ? 100 : 3);
        }
    }

    @Test
    void readingAgainAllocatesNothing() throws DataException {
        BatchReader reader = BatchReader.load(PLAN, new NumberedRows(1003), DenseRows::load, 0, 1);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        readEpochs(reader, 50);
        threads.getThreadAllocatedBytes(thread);

        long before = threads.getThreadAllocatedBytes(thread);
        readEpochs(reader, 50);
        long allocated = threads.getThreadAllocatedBytes(thread) - before;

        // Less than a byte for each of the 4400 slices that were filled: what the measurement itself takes.
        assertThat(allocated).isLessThan(4400);
    }

    @Test
    void storesAndSourcesThatDoNotFitThePlanAreRefused() throws DataException {
        DenseRows store = DenseRows.load(new NumberedRows(7), 0, 7);

        assertThatThrownBy(() -> new BatchReader(PLAN, 2, List.of(store)))
                .hasMessage("store does not hold its shard: shard=2, rows=7, expected=121");
        assertThatThrownBy(() -> BatchReader.load(PLAN, new NumberedRows(7), DenseRows::load, 0, 1))
                .hasMessage("plan is for another source: planned=1003, rows=7");
    }

    private static void readEpochs(BatchReader reader, int epochs) {
        for (int epoch = 0; epoch < epochs; epoch++) {
            for (int step = 0; step < PLAN.stepsPerEpoch(); step++) {
                reader.read(epoch, step);
            }
        }
    }
}
