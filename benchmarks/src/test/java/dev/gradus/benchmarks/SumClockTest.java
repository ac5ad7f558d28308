package dev.gradus.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.exchange.transport.Link;
import dev.gradus.exchange.transport.MemoryLink;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.metrics.Ledger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SumClockTest {

    private static final double SECONDS = 0.01;

    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void bothRanksKnowTheTimesOfTheSlower() throws Exception {
        List<SumTimes> times = measure(exchange -> new HeapPath(exchange, 3_001));

        assertThat(times.get(0)).isEqualTo(times.get(1));
        assertThat(times.get(0).bytes()).isEqualTo(4 * 3_001);
        assertThat(times.get(0).sums()).isBetween(7, 20_000);
        assertThat(times.get(0).minMicros())
                .isPositive()
                .isLessThanOrEqualTo(times.get(0).medianMicros());
        assertThat(times.get(0).p90Micros()).isGreaterThanOrEqualTo(times.get(0).medianMicros());
        assertThat(times.get(0).streamMicros()).isPositive();
    }

    @Test
    void aWrongSumIsFoundOut() {
        assertThatThrownBy(() -> measure(Unsummed::new))
                .rootCause()
                .hasMessageContaining("sum is wrong")
                .hasMessageContaining("index=26, of=100, sum=26.0, expected=78");
    }

    /** Numbers that are never summed; of 100, the second that is looked at is that of index 26. */
    private record Unsummed(HeapPath heap) implements SumPath {

        private Unsummed(Exchange exchange) {
            this(new HeapPath(exchange, 100));
        }

        @Override
        public void fill(int period, int factor) {
            heap.fill(period, 1);
        }

        @Override
        public float get(int index) {
            return heap.get(index);
        }

        @Override
        public int length() {
            return heap.length();
        }

        @Override
        public void sum() {}
    }

    private List<SumTimes> measure(Function<Exchange, SumPath> paths) throws Exception {
        MemoryLink[] ends = MemoryLink.pair(0, 1);
        Future<SumTimes> first = threads.submit(rank(0, Arrays.<Link>asList(null, ends[0]), paths));
        Future<SumTimes> second = threads.submit(rank(1, Arrays.<Link>asList(ends[1], null), paths));
        return List.of(first.get(), second.get());
    }

    private static Callable<SumTimes> rank(int rank, List<Link> links, Function<Exchange, SumPath> paths) {
        return () -> {
            Mesh mesh = new Mesh(rank, links, new Ledger(2), Duration.ofSeconds(30));
            try (Exchange exchange = new MeshExchange(mesh)) {
                return new SumClock(exchange, SECONDS).measure("path", paths.apply(exchange));
            }
        };
    }
}
