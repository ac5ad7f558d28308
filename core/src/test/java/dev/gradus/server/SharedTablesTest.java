package dev.gradus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.PlainWire;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers that have mapped the tables of two shards give what messages give. */
@Timeout(60)
class SharedTablesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int ROWS = 500;
    private static final int WIDTH = 2;

    private final List<String> failures = new ArrayList<>();
    private final List<ShardServer> servers = new ArrayList<>();
    private final ServerLink[] links = new ServerLink[2];

    @BeforeEach
    void start() throws Exception {
        assumeThat(ShardSharing.machine()).isNotZero();
        for (int shard = 0; shard < 2; shard++) {
            servers.add(new ShardServer(new ShardServer.Seat(shard, 2, 2, 1), TIMEOUT, failures::add));
        }
        try (ServerSocketChannel door =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            for (int rank = 0; rank < 2; rank++) {
                LinkBuilder builder = new LinkBuilder(new LinkBuilder.Worker(rank, 2, 1), TIMEOUT, TIMEOUT);
                builder.share();
                for (ShardServer server : servers) {
                    SocketChannel near = SocketChannel.open(door.getLocalAddress());
                    server.admit(rank, new PlainWire(door.accept()));
                    builder.remote(7, new PlainWire(near));
                }
                links[rank] = builder.build();
            }
        }
    }

    @AfterEach
    void stop() {
        for (ServerLink link : links) {
            if (link != null) {
                link.close();
            }
        }
        servers.forEach(ShardServer::close);
        assertThat(failures).isEmpty();
    }

    private void open(List<TableSpec> tables, Terms terms) throws Exception {
        Thread other = new Thread(() -> {
            try {
                links[1].open(tables, terms);
            } catch (ExchangeException e) {
                failures.add(String.valueOf(e.getMessage()));
            }
        });
        other.start();
        links[0].open(tables, terms);
        other.join();
    }

    private static TableSpec table(String rule) {
        ServerRule wanted =
                rule.equals("add") ? ServerRule.add() : new ServerRule(rule, ServerRule.Constants.USUAL, 0, 0, true);
        return new TableSpec("t", ROWS, WIDTH, new RowInit(3, 4, rule.equals("add") ? WIDTH : 0), wanted);
    }

    private static PushBatch step(SplittableRandom random, long number, ServerLink.Pull pull) {
        int[] ids = random.ints(40, 0, ROWS).distinct().sorted().toArray();
        float[] values = new float[ids.length * WIDTH];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (random.nextDouble() - 0.5);
        }
        return new PushBatch(number, 3, 0.1)
                .ofTicket(0, number)
                .add(0, ids, ids.length, values, 0)
                .basedOn(pull);
    }

    /** What a worker reads after each of some pushes. */
    private static List<float[]> run(ServerLink link) throws ExchangeException {
        SplittableRandom random = new SplittableRandom(5);
        List<float[]> read = new ArrayList<>();
        for (int number = 0; number < 20; number++) {
            int[] ids = random.ints(60, 0, ROWS).distinct().sorted().toArray();
            ServerLink.Pull pull = link.pull(0, ids, ids.length);
            float[] values = new float[ids.length * WIDTH];
            pull.await(values, 0);
            read.add(withoutSigns(values));
            link.ask(0, 100).await();
            link.push(step(random, number, pull));
        }
        link.drain();
        float[] all = new float[ROWS * WIDTH];
        link.pullAll(0, 0, ROWS).await(all, 0);
        read.add(withoutSigns(all));
        return read;
    }

    /** Whether a weight that FTRL keeps at zero is plus or minus zero depends on whether its page was made. */
    private static float[] withoutSigns(float[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] += 0f;
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(strings = {"add", "sgd", "momentum", "nesterov", "adagrad", "ftrl", "adam"})
    void everyRuleGivesTheBitsThatMessagesGive(String rule) throws Exception {
        open(List.of(table(rule)), Terms.async());
        assertThat(links[0].isRemote()).isFalse();

        List<float[]> seen = run(links[0]);

        try (LocalServers plain = LocalServers.start(2, 1, TIMEOUT);
                ServerLink link = plain.link(0)) {
            link.open(List.of(table(rule)), Terms.async());
            List<float[]> expected = run(link);
            for (int i = 0; i < expected.size(); i++) {
                assertThat(seen.get(i)).as("reading %d", i).isEqualTo(expected.get(i));
            }
            for (int shard = 0; shard < 2; shard++) {
                ServerStatistics mine = links[0].statistics().get(shard);
                ServerStatistics theirs = link.statistics().get(shard);
                assertThat(mine.pushes()).isEqualTo(theirs.pushes());
                assertThat(mine.rowsPushed()).isEqualTo(theirs.rowsPushed());
                assertThat(mine.rowsPulled()).isEqualTo(theirs.rowsPulled());
                assertThat(mine.staleness()).isEqualTo(theirs.staleness());
            }
        }
    }

    @Test
    void whatOneWorkerPushesTheOtherSeesAndRowsThatAreSetAreSeenByBoth() throws Exception {
        open(List.of(table("adagrad")), Terms.async());
        float[] start = new float[ROWS * WIDTH];
        start[7] = 3;
        links[0].set(0, 0, ROWS, start, 0);

        int[] ids = {3, 4};
        links[1].push(new PushBatch(0, 1, 1).add(0, ids, 2, new float[] {0, 0, 1, 0}, 0));

        float[] values = new float[4];
        links[0].pull(0, ids, 2).await(values, 0);
        assertThat(values[1]).isEqualTo(3);
        assertThat(values[2]).isLessThan(-0.9f);
        float[] squares = new float[4];
        links[0].pullState(0, 0, 3, 5).await(squares, 0);
        assertThat(squares).containsExactly(0, 0, 1, 0);
    }

    @Test
    void aPushThatIsNoNumberIsRefusedAsAWholeWithItsSender() throws Exception {
        open(List.of(table("sgd")), Terms.async());
        int[] ids = {0, 1, 2};
        float[] values = {1, 1, 1, 1, Float.NaN, 1};

        assertThatThrownBy(() -> links[1].push(new PushBatch(0, 1, 1).add(0, ids, 3, values, 0)))
                .isInstanceOf(RefusedPushException.class)
                .hasMessage("push of rank 1 refused: value is not finite: table=t, row=2, value=NaN");

        float[] read = new float[6];
        links[0].pull(0, ids, 3).await(read, 0);
        assertThat(read).containsOnly(0f);
        assertThat(links[0].statistics().get(0).refused()).isOne();
    }

    @Test
    void aLostWorkerIsFencedOffAndItsOpenStepsAreTold() throws Exception {
        open(List.of(table("sgd")), Terms.async());
        links[1].ask(0, 10).await();
        links[1].ask(0, 10).await();
        servers.forEach(server -> server.lost(1));

        assertThatThrownBy(() -> links[1].pull(0, new int[] {1}, 1)).isInstanceOf(ExchangeException.class);

        assertThat(links[0].ask(0, 10).await()).isEqualTo(2);
        assertThat(links[0].statistics().get(0).lost()).isEqualTo(List.of(1L));
        assertThat(links[0].statistics().get(0).lostSteps()).isEqualTo(2);
    }

    @Test
    void aPushThatIsTooLongForTheLogGoesByMessage() throws Exception {
        int rows = SharedRows.LOG_PLACES * 3;
        TableSpec large = new TableSpec("large", rows, 1, RowInit.zero(), ServerRule.add());
        open(List.of(large), Terms.async());
        float[] values = new float[rows];
        Arrays.fill(values, 2);

        links[0].push(new PushBatch(0, 1, 1).addRange(0, 0, rows, values, 0));
        links[0].drain();

        float[] read = new float[2];
        links[1].pull(0, new int[] {0, rows - 1}, 2).await(read, 0);
        assertThat(read).containsExactly(2, 2);
    }

    @Test
    void aWorkerThatIsAloneServesItselfToo() throws Exception {
        servers.forEach(server -> server.lost(1));
        links[0].open(List.of(table("sgd")), Terms.async());

        assertThat(links[0].isRemote()).isFalse();
    }

    @Test
    void onlyWorkersThatNeverWaitForEachOtherShare() throws Exception {
        open(List.of(table("sgd")), Terms.bounded(2));

        assertThat(links[0].isRemote()).isTrue();
        assertThat(links[1].isRemote()).isTrue();
    }
}
