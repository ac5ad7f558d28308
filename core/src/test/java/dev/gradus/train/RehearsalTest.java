package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.exchange.Exchange;
import dev.gradus.metrics.Ledger;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RehearsalTest {

    private static final int BATCH = 128;
    private static final int SHARDS = 2;

    /** Rows of the steps of a rehearsal, of which each takes two milliseconds at least. */
    private static Set<Long> rowsOfSteps(Object... settings) throws Exception {
        Set<Long> rows = new TreeSet<>();
        Rehearsal slow = new Rehearsal() {
            @Override
            public void step(StepTotals totals) {
                rows.add(totals.samples());
                for (long start = System.nanoTime(); System.nanoTime() - start < 2_000_000; ) {
                    Thread.onSpinWait();
                }
            }

            @Override
            public void pause(Scoring scoring) {}
        };
        try (Setup setup = Setup.load(Runs.job(settings), Kinds.load(), 0, 1, null)) {
            setup.rehearse(new Peers(Exchange.none(), new Ledger(1)), slow, Duration.ofMillis(20));
        }
        return rows;
    }

    @Test
    void longStepsAreRehearsedWithFewRowsToo() throws Exception {
        assertThat(rowsOfSteps("data.rows", 1280, "data.test", 0.0, "batchSize", BATCH, "virtualShards", SHARDS))
                .containsExactly(4L * SHARDS, (long) BATCH);
    }

    @Test
    void stepsOfFewRowsAreRehearsedAsTheyAre() throws Exception {
        assertThat(rowsOfSteps("data.rows", 240, "data.test", 0.0, "batchSize", 24, "virtualShards", SHARDS))
                .containsExactly(24L);
    }
}
