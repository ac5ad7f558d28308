package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.exchange.Exchange;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WarmUpTest {

    private static final Duration LENGTH = Duration.ofMillis(40);

    @Test
    void shortPausesAreTakenOften() throws Exception {
        AtomicInteger pauses = new AtomicInteger();

        warmUp(pauses::incrementAndGet);

        assertThat(pauses).hasValue(20);
    }

    @Test
    void longPausesDoNotTakeMostOfTheWarmUp() throws Exception {
        AtomicInteger pauses = new AtomicInteger();

        warmUp(() -> {
            pauses.incrementAndGet();
            spend(Duration.ofMillis(10));
        });

        // Two of them take half the time that was asked for.
        assertThat(pauses.get()).isBetween(1, 2);
    }

    @Test
    void saysWhetherStepsAreLong() throws Exception {
        assertThat(warmUp(() -> {}, Duration.ofNanos(100_000))).isFalse();
        assertThat(warmUp(() -> {}, Duration.ofMillis(2))).isTrue();
    }

    private static void warmUp(WarmUp.Pause pause) throws Exception {
        warmUp(pause, Duration.ofNanos(100_000));
    }

    private static boolean warmUp(WarmUp.Pause pause, Duration step) throws Exception {
        return WarmUp.run(
                () -> (epoch, from, to, metrics) -> spend(step.multipliedBy(to - from)),
                totals -> {},
                pause,
                new WarmUp.Length(LENGTH, 100, 8),
                Exchange.none());
    }

    private static void spend(Duration duration) {
        for (long start = System.nanoTime(); System.nanoTime() - start < duration.toNanos(); ) {
            Thread.onSpinWait();
        }
    }
}
