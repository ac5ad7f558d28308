package dev.gradus.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BudgetTest {

    private final AtomicLong clock = new AtomicLong(7);
    private final Budget budget = new Budget(Duration.ofSeconds(30), clock::get);

    @Test
    void thereIsMoreUntilTheTimeIsUp() {
        clock.addAndGet(20_000_000_000L);

        assertThat(budget.elapsed()).isEqualTo(20);
        assertThat(budget.more(9)).isTrue();
        assertThat(budget.more(11)).isFalse();
    }

    @Test
    void runsThatCouldBeLeftOutDoNotTakeTheTimeOfThoseThatMustStillCome() {
        clock.addAndGet(10_000_000_000L);
        budget.owe(3);

        assertThat(budget.more(4)).isTrue();
        assertThat(budget.more(6)).isFalse();
    }
}
