package dev.gradus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.ExchangeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory that workers share with a shard, and what is left of it when one of them dies. */
@Timeout(60)
class SharedRowsTest {

    private static final TableSpec NARROW = new TableSpec("n", 20, 1, RowInit.zero(), ServerRule.add());
    private static final TableSpec WIDE = new TableSpec("w", 9, 3, new RowInit(7, 2, 3), ServerRule.add());
    private static final List<TableSpec> TABLES = List.of(NARROW, WIDE);
    private static final SharedRows.Owner OWNER = new SharedRows.Owner(0, 1, 2);

    private final SharedRows rows =
            new SharedRows(ByteBuffer.allocateDirect(SharedRows.bytes(TABLES, OWNER)), TABLES, OWNER);

    private float[] all(int table, int count) {
        SharedTable from = rows.tables().get(table);
        float[] values = new float[count * from.rowFloats()];
        for (int place = 0; place < count; place++) {
            from.gather(new int[] {place}, 0, 1, values, place * from.rowFloats());
        }
        return values;
    }

    @Test
    void rowsBeginAsTheFunctionSays() {
        rows.begin();

        float[] expected = new float[27];
        for (int row = 0; row < 9; row++) {
            WIDE.init().fill(expected, 3 * row, row, 3, 1);
        }
        assertThat(all(0, 20)).containsOnly(0f);
        assertThat(all(1, 9)).isEqualTo(expected);
    }

    @Test
    void aWorkerThatDiesBeforeItsLogIsCompleteHasChangedNothing() throws Exception {
        rows.begin();
        float[] before = all(1, 9);
        rows.lock(1, () -> {});

        rows.giveUp(1);

        assertThat(all(1, 9)).isEqualTo(before);
        rows.lock(0, () -> {});
        rows.unlock(0);
    }

    @Test
    void aWorkerThatDiesAfterwardsHasChangedAllThatItWanted() throws Exception {
        rows.begin();
        float[] wide = all(1, 9);
        rows.lock(1, () -> {});
        rows.log(new int[] {0, 2, 3, 19, 1, 1, 4}, 7, new float[] {5, 6, 10, 20, 30}, 5);
        rows.tables().get(0).scatter(new int[] {3}, 0, 1, new float[] {5}, 0);

        rows.giveUp(1);

        float[] narrow = new float[20];
        narrow[3] = 5;
        narrow[19] = 6;
        System.arraycopy(new float[] {10, 20, 30}, 0, wide, 12, 3);
        assertThat(all(0, 20)).isEqualTo(narrow);
        assertThat(all(1, 9)).isEqualTo(wide);
        rows.lock(0, () -> {});
        rows.unlock(0);
    }

    @Test
    void aLogThatCannotBeIsNotTrusted() throws Exception {
        rows.begin();
        rows.lock(1, () -> {});
        rows.log(new int[] {0, Integer.MAX_VALUE, 3}, 3, new float[] {5}, 1);

        assertThatThrownBy(() -> rows.giveUp(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("log of a lost worker is damaged: length=3, at=0, table=0, rows=2147483647");
    }

    @Test
    void aWorkerThatWasGivenUpIsLetInNoMoreAndTheOthersAre() throws Exception {
        rows.begin();
        rows.giveUp(1);

        assertThatThrownBy(() -> rows.lock(1, () -> {}))
                .isInstanceOf(ExchangeException.class)
                .hasMessage("shards have given this worker up: rank=1");
        rows.lock(0, () -> {});
        rows.unlock(0);
        rows.lock(rows.shard(), () -> {});
        rows.unlock(rows.shard());
    }

    @Test
    void whoeverWaitsForTheLockIsAskedForPatience() throws Exception {
        rows.begin();
        rows.lock(0, () -> {});

        assertThatThrownBy(() -> rows.lock(1, () -> {
                    throw new ExchangeException(0, "enough");
                }))
                .hasMessage("enough");
    }

    @Test
    void everyStepIsTakenOnceAndPhasesAscend() {
        rows.begin();

        assertThat(rows.take(0, 0, 2)).isZero();
        assertThat(rows.take(1, 0, 2)).isOne();
        assertThat(rows.take(1, 0, 2)).isEqualTo(-1);
        assertThat(rows.take(1, 3, 2)).isZero();
        assertThat(rows.take(0, 0, 9)).isEqualTo(-1);
        assertThat(rows.count(1, SharedRows.Count.TAKEN)).isEqualTo(2);
    }

    @Test
    void pushesOfSeveralThreadsAllCount() throws Exception {
        rows.begin();
        SharedRows other = rows;
        Thread[] threads = new Thread[2];
        for (int rank = 0; rank < 2; rank++) {
            int mine = rank;
            threads[rank] = new Thread(() -> {
                try {
                    for (int i = 0; i < 20_000; i++) {
                        other.lock(mine, () -> {});
                        other.version(other.version() + 1);
                        other.unlock(mine);
                    }
                } catch (ExchangeException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[rank].start();
        }
        for (Thread thread : threads) {
            thread.join(Duration.ofSeconds(50).toMillis());
        }

        assertThat(rows.version()).isEqualTo(40_000);
    }

    @Test
    void tablesThatAreTooLongAreNotShared() {
        TableSpec long0 = new TableSpec("l", Integer.MAX_VALUE, 64, RowInit.zero(), ServerRule.add());

        assertThat(SharedRows.bytes(List.of(long0), OWNER)).isEqualTo(-1);
    }
}
