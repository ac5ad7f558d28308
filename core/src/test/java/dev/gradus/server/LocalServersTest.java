package dev.gradus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.TreeShare;
import dev.gradus.math.CounterRandom;
import dev.gradus.math.FloatMath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class LocalServersTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 40).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void pushedDifferencesAreAddedWhateverTheShards(SplittableRandom random) throws Exception {
        int rows = random.nextInt(1, 3000);
        int width = random.nextInt(1, 40);
        int shards = random.nextInt(1, 6);
        TableSpec spec = new TableSpec("t", rows, width, new RowInit(7, width, width), ServerRule.add());
        float[] expected = new float[rows * width];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = (float) ((CounterRandom.uniform(7, i) - 0.5) / width);
        }
        try (LocalServers servers = LocalServers.start(shards, 1, TIMEOUT);
                ServerLink link = servers.link(0)) {
            link.open(List.of(spec), Terms.async());
            for (int step = 0; step < 20; step++) {
                int[] ids = some(random, rows);
                float[] values = new float[ids.length * width];
                for (int i = 0; i < values.length; i++) {
                    values[i] = (float) random.nextDouble(-1, 1);
                    expected[ids[i / width] * width + i % width] += values[i];
                }
                link.push(new PushBatch(step, 1, 0.1).add(0, ids, ids.length, values, 0));

                int[] asked = some(random, rows);
                float[] pulled = new float[asked.length * width + 3];
                link.pull(0, asked, asked.length).await(pulled, 3);
                for (int i = 0; i < asked.length * width; i++) {
                    assertThat(pulled[i + 3]).isEqualTo(expected[asked[i / width] * width + i % width]);
                }
            }

            int from = random.nextInt(0, rows);
            int to = random.nextInt(from, rows + 1);
            float[] all = new float[(to - from) * width];
            link.pullAll(0, from, to).await(all, 0);
            assertThat(all).isEqualTo(Arrays.copyOfRange(expected, from * width, to * width));
            link.leave();
        }
    }

    @Test
    void rowsThatAreSetReplaceWhatWasThere() throws Exception {
        TableSpec spec = new TableSpec("t", 5000, 100, new RowInit(1, 1, 3), ServerRule.sgd());
        float[] values = new float[5000 * 100];
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        try (LocalServers servers = LocalServers.start(3, 1, TIMEOUT);
                ServerLink link = servers.link(0)) {
            link.open(List.of(spec), Terms.async());
            link.set(0, 0, 5000, values, 0);

            float[] pulled = new float[values.length];
            link.pullAll(0, 0, 5000).await(pulled, 0);

            assertThat(pulled).isEqualTo(values);
        }
    }

    @Test
    void aTableThatHasNotChangedIsNotSentAgain() throws Exception {
        TableSpec spec = new TableSpec("t", 100, 1000, RowInit.zero(), ServerRule.add());
        try (LocalServers servers = LocalServers.start(2, 1, TIMEOUT);
                ServerLink link = servers.link(0)) {
            link.open(List.of(spec), Terms.async());
            link.push(new PushBatch(0, 1, 1).addRange(0, 0, 100, ones(100_000), 0));
            float[] values = new float[100_000];
            ServerLink.Pull first = link.pullAll(0, 0, 100);
            first.await(values, 0);
            long before = link.traffic().bytesReceived();

            float[] kept = new float[100_000];
            ServerLink.Pull second = link.pullAll(0, 0, 100, first);
            second.await(kept, 0);

            assertThat(link.traffic().bytesReceived() - before).isLessThan(200);
            assertThat(kept).containsOnly(0);
            link.push(new PushBatch(1, 1, 1).add(0, new int[] {5}, 1, ones(1000), 0));
            link.pullAll(0, 0, 100, second).await(kept, 0);
            assertThat(kept[5000]).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aSynchronousStepHasTheBitsOfATreeSum(SplittableRandom random) throws Exception {
        int workers = random.nextInt(1, 5);
        int leaves = random.nextInt(workers, 17);
        int rows = random.nextInt(1, 200);
        TableSpec spec = new TableSpec("t", rows, 1, RowInit.zero(), ServerRule.sgd());
        float[][] gradients = new float[leaves][rows];
        for (float[] leaf : gradients) {
            for (int i = 0; i < rows; i++) {
                leaf[i] = (float) random.nextDouble(-1, 1);
            }
        }
        float[] expected = expected(gradients, rows);
        TreeShare share = new TreeShare(leaves, workers);
        try (LocalServers servers = LocalServers.start(random.nextInt(1, 4), workers, TIMEOUT)) {
            List<float[]> pulled = together(workers, rank -> {
                try (ServerLink link = servers.link(rank)) {
                    link.open(List.of(spec), Terms.sync(leaves));
                    PushBatch batch = new PushBatch(0, share.firstLeaf(rank + 1) - share.firstLeaf(rank), 0.5);
                    int node = IntStream.range(0, rank)
                            .map(r -> share.nodes(r).size())
                            .sum();
                    for (TreeShare.Node own : share.nodes(rank)) {
                        float[][] terms = new float[own.leaves()][];
                        Arrays.setAll(terms, i -> gradients[own.from() + i].clone());
                        FloatMath.treeSum(terms, rows);
                        batch.ofNode(node++).addRange(0, 0, rows, terms[0], 0);
                    }
                    link.push(batch);
                    float[] values = new float[rows];
                    link.pullAll(0, 0, rows).await(values, 0);
                    return values;
                }
            });

            assertThat(pulled).allSatisfy(values -> assertThat(values).isEqualTo(expected));
        }
    }

    private static float[] expected(float[][] gradients, int rows) {
        float[][] terms = Arrays.stream(gradients).map(float[]::clone).toArray(float[][]::new);
        FloatMath.treeSum(terms, rows);
        float[] expected = new float[rows];
        float scale = 1f / gradients.length;
        for (int i = 0; i < rows; i++) {
            expected[i] -= 0.5f * (scale * terms[0][i]);
        }
        return expected;
    }

    @Test
    void ticketsAreHandedOutOnceAndPushesAreNotLost() throws Exception {
        TableSpec spec = new TableSpec("t", 1000, 2, RowInit.zero(), ServerRule.add());
        int steps = 400;
        try (LocalServers servers = LocalServers.start(2, 4, TIMEOUT)) {
            List<List<Long>> taken = together(4, rank -> {
                try (ServerLink link = servers.link(rank)) {
                    link.open(List.of(spec), Terms.bounded(2));
                    List<Long> own = new ArrayList<>();
                    for (long ticket = link.ask(0, steps).await();
                            ticket >= 0;
                            ticket = link.ask(0, steps).await()) {
                        own.add(ticket);
                        ServerLink.Pull pull = link.pullAll(0, 0, 1000);
                        pull.await(new float[2000], 0);
                        link.push(new PushBatch(ticket, 1, 1)
                                .ofTicket(0, ticket)
                                .basedOn(pull)
                                .addRange(0, 0, 1000, ones(2000), 0));
                    }
                    link.drain();
                    link.sum(new float[0]);
                    if (rank == 0) {
                        float[] all = new float[2000];
                        link.pullAll(0, 0, 1000).await(all, 0);
                        assertThat(all).containsOnly(steps);
                        List<ServerStatistics> statistics = link.statistics();
                        assertThat(statistics).allSatisfy(shard -> {
                            assertThat(shard.pushes()).isEqualTo(steps);
                            assertThat(Arrays.stream(shard.histogram()).sum()).isEqualTo(steps);
                            assertThat(shard.rowsPushed()).isBetween(499L * steps, 501L * steps);
                        });
                    }
                    link.sum(new float[0]);
                    link.leave();
                    return own;
                }
            });

            List<Long> all = taken.stream().flatMap(List::stream).sorted().toList();
            assertThat(all).isEqualTo(LongStream.range(0, steps).boxed().toList());
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sumsHaveTheBitsOfTheTree(SplittableRandom random) throws Exception {
        int workers = random.nextInt(1, 6);
        int length = random.nextInt(0, 500);
        float[][] values = new float[workers][length];
        for (float[] own : values) {
            for (int i = 0; i < length; i++) {
                own[i] = (float) random.nextDouble(-1, 1);
            }
        }
        float[][] terms = Arrays.stream(values).map(float[]::clone).toArray(float[][]::new);
        FloatMath.treeSum(terms, length);
        try (LocalServers servers = LocalServers.start(2, workers, TIMEOUT)) {
            together(workers, rank -> {
                try (ServerLink link = servers.link(rank);
                        Exchange exchange = new ServerExchange(link)) {
                    float[] sum = values[rank].clone();
                    exchange.sum(sum, 0, length);
                    assertThat(sum).isEqualTo(terms[0]);
                    float[] told = values[rank].clone();
                    exchange.broadcast(workers - 1, told, 0, length);
                    assertThat(told).isEqualTo(values[workers - 1]);
                    exchange.barrier();
                    return link.live();
                }
            });
        }
    }

    @Test
    void aPushThatIsNoNumberIsRefusedAsAWhole() throws Exception {
        TableSpec spec = new TableSpec("input", 10, 2, RowInit.zero(), ServerRule.add());
        try (LocalServers servers = LocalServers.start(1, 1, TIMEOUT);
                ServerLink link = servers.link(0)) {
            link.open(List.of(spec), Terms.async());
            link.push(new PushBatch(0, 1, 1).add(0, new int[] {1, 7}, 2, new float[] {1, 1, 1, Float.NaN}, 0));

            assertThatThrownBy(link::drain)
                    .isInstanceOf(RefusedPushException.class)
                    .hasMessage("push of rank 0 refused: value is not finite: table=input, row=7, value=NaN")
                    .matches(thrown -> ((RefusedPushException) thrown).notFinite());
        }
    }

    @Test
    void tablesThatDifferAreRefused() throws Exception {
        try (LocalServers servers = LocalServers.start(1, 2, TIMEOUT)) {
            List<String> ends = together(2, rank -> {
                try (ServerLink link = servers.link(rank)) {
                    TableSpec spec = new TableSpec("t", 10 + rank, 2, RowInit.zero(), ServerRule.add());
                    link.open(List.of(spec), Terms.async());
                    return "";
                } catch (RefusedPushException e) {
                    return String.valueOf(e.getMessage());
                }
            });

            assertThat(ends).anySatisfy(end -> assertThat(end).startsWith("tables differ: rank "));
        }
    }

    @Test
    void copiesOfRowsAreUsedForSomeOwnStepsAndThenPulledAgain() throws Exception {
        TableSpec spec = new TableSpec("t", 20, 2, RowInit.zero(), ServerRule.add());
        Terms cached = new Terms(Consistency.ASYNC, 0, false, false, 1, new LinkSettings(4, 10, 2));
        try (LocalServers servers = LocalServers.start(2, 2, TIMEOUT);
                ServerLink link = servers.link(0);
                ServerLink other = servers.link(1)) {
            together(2, rank -> {
                (rank == 0 ? link : other).open(List.of(spec), cached);
                return rank;
            });
            int[] rows = {0, 5, 15};
            assertThat(pull(link, rows)).containsOnly(0);
            other.push(new PushBatch(0, 1, 1).add(0, rows, 3, ones(6), 0));
            other.drain();

            assertThat(pull(link, rows)).as("rows beyond the cache are new").containsExactly(0, 0, 0, 0, 1, 1);
            for (int step = 0; step < 3; step++) {
                link.push(new PushBatch(step, 1, 1).add(0, new int[] {0}, 1, ones(2), 0));
                if (step < 2) {
                    assertThat(pull(link, rows)).as("own pushes are added").startsWith(step + 1, step + 1, 0, 0);
                }
            }

            assertThat(pull(link, rows)).containsExactly(4, 4, 1, 1, 1, 1);
        }
    }

    private static float[] pull(ServerLink link, int[] rows) throws Exception {
        float[] values = new float[2 * rows.length];
        link.pull(0, rows, rows.length).await(values, 0);
        return values;
    }

    @Test
    void numbersOfSixteenBitsTravelBothWays() throws Exception {
        TableSpec spec = new TableSpec("t", 1000, 100, RowInit.zero(), ServerRule.add());
        Terms narrow = new Terms(Consistency.ASYNC, 0, false, true, 1, LinkSettings.USUAL);
        float[] values = new float[100_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        try (LocalServers servers = LocalServers.start(2, 1, TIMEOUT);
                ServerLink link = servers.link(0)) {
            link.open(List.of(spec), narrow);
            link.push(new PushBatch(0, 1, 1).addRange(0, 0, 1000, values, 0));
            float[] pulled = new float[values.length];
            link.pullAll(0, 0, 1000).await(pulled, 0);

            for (int i = 0; i < values.length; i++) {
                assertThat(pulled[i]).isBetween(i * (1 - 1f / 128), i * (1 + 1f / 128));
            }
            assertThat(link.traffic().bytesSent()).isLessThan(210_000);
            assertThat(link.traffic().bytesReceived()).isLessThan(210_000);
        }
    }

    /** Work of one worker. */
    private interface Work<T> {
        T run(int rank) throws Exception;
    }

    private static <T> List<T> together(int workers, Work<T> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(workers);
        try {
            List<Callable<T>> calls = IntStream.range(0, workers)
                    .mapToObj(rank -> (Callable<T>) () -> work.run(rank))
                    .toList();
            List<T> results = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(calls)) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private static int[] some(SplittableRandom random, int rows) {
        double share = random.nextDouble();
        return IntStream.range(0, rows)
                .filter(row -> random.nextDouble() < share)
                .toArray();
    }

    private static float[] ones(int length) {
        float[] ones = new float[length];
        Arrays.fill(ones, 1);
        return ones;
    }
}
