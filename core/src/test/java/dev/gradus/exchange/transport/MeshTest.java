package dev.gradus.exchange.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.RankGroup;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.Traffic;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
class MeshTest {

    private static final Duration SHORT = Duration.ofMillis(40);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int LARGE = 300_000;

    @Test
    void aSilentPeerIsNamedAtTheDeadline() throws Exception {
        try (RankGroup group = RankGroup.inMemory(3, SHORT)) {
            Mesh mesh = group.mesh(0);

            assertThatExceptionOfType(ExchangeException.class)
                    .isThrownBy(() -> mesh.receive(2, 0, new float[1], 0, 1))
                    .withMessage("rank 2 is silent: waited=0.04s")
                    .returns(2, ExchangeException::peer);
        }
    }

    @Test
    void aPeerThatTakesNothingIsNamedAtTheDeadline() throws Exception {
        try (RankGroup group = RankGroup.inMemory(3, SHORT)) {
            Mesh mesh = group.mesh(0);
            mesh.send(1, 0, new float[LARGE], 0, LARGE);

            assertThatThrownBy(mesh::flush).hasMessage("rank 1 is silent: waited=0.04s");
        }
    }

    @Test
    void aMessageThatHasGoneInPartHasNotGone() throws Exception {
        try (RankGroup group = RankGroup.inMemory(2, SHORT)) {
            Mesh mesh = group.mesh(0);
            for (int message = 0; message < 3; message++) {
                mesh.send(1, 0, new float[LARGE], 0, LARGE);
            }

            mesh.drain(1, 3);

            assertThatThrownBy(() -> mesh.drain(1, 2)).hasMessage("rank 1 is silent: waited=0.04s");
        }
    }

    @Test
    void aPeerThatIsSlowButNotSilentIsWaitedFor() throws Exception {
        SlowLink slow = new SlowLink(SHORT.multipliedBy(4));
        Mesh mesh = new Mesh(0, Arrays.asList(null, slow), new Ledger(2), SHORT);

        mesh.receive(1, 0, new float[1], 0, 1);

        assertThat(slow.poll()).isTrue();
    }

    @Test
    void anAbortFromAnotherThreadEndsAWaitWithItsReason() throws Exception {
        try (RankGroup group = RankGroup.inMemory(3, LONG)) {
            CountDownLatch waiting = new CountDownLatch(1);
            CompletableFuture<Throwable> end = CompletableFuture.supplyAsync(() -> {
                waiting.countDown();
                try {
                    group.mesh(0).receive(1, 0, new float[1], 0, 1);
                    return new AssertionError("received something");
                } catch (ExchangeException e) {
                    return e;
                }
            });
            waiting.await();

            group.mesh(0).abort(2, "rank 2 is out of memory");

            assertThat(end.join())
                    .isInstanceOfSatisfying(
                            ExchangeException.class, e -> assertThat(e.peer()).isEqualTo(2))
                    .hasMessage("rank 2 is out of memory");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void allRanksCanSendLargeMessagesToAllBeforeAnyoneReceives(boolean tcp) throws Exception {
        int ranks = 4;
        try (RankGroup group = tcp ? RankGroup.overTcp(ranks, LONG) : RankGroup.inMemory(ranks, LONG)) {
            group.run(mesh -> {
                float[] mine = new float[LARGE];
                Arrays.fill(mine, mesh.rank() + 1);
                for (int peer = 0; peer < ranks; peer++) {
                    if (peer != mesh.rank()) {
                        mesh.send(peer, 3, mine, 0, LARGE);
                    }
                }
                float[] into = new float[LARGE];
                // Every rank takes them in the order of the ranks: the one that most likely waits in a circle.
                for (int peer = 0; peer < ranks; peer++) {
                    if (peer != mesh.rank()) {
                        mesh.receive(peer, 3, into, 0, LARGE);
                        assertThat(into).containsOnly(peer + 1);
                    }
                }
                mesh.flush();
                return mesh.traffic().messages();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messagesWaitForTheirTurnInBothDirections(boolean tcp) throws Exception {
        int messages = 7;
        try (RankGroup group = tcp ? RankGroup.overTcp(2, LONG) : RankGroup.inMemory(2, LONG)) {
            group.run(mesh -> {
                int peer = 1 - mesh.rank();
                float[][] into = new float[messages][LARGE];
                for (int i = 0; i < messages; i++) {
                    float[] mine = new float[LARGE];
                    Arrays.fill(mine, 10 * mesh.rank() + i);
                    mesh.send(peer, i, mine, 0, LARGE - i);
                    mesh.expect(peer, i, Floats.of(into[i]), 0, LARGE - i);
                }
                mesh.receive(peer);
                mesh.flush();
                for (int i = 0; i < messages; i++) {
                    assertThat(Arrays.copyOf(into[i], LARGE - i)).containsOnly(10 * peer + i);
                }
                return mesh.traffic().messages();
            });
        }
    }

    @Test
    void waitingIsBookedToTheRankThatIsWaitedFor() throws Exception {
        try (RankGroup group = RankGroup.inMemory(3, SHORT)) {
            Mesh mesh = group.mesh(0);
            assertThatThrownBy(() -> mesh.receive(2, 0, new float[1], 0, 1)).isInstanceOf(ExchangeException.class);
            mesh.ledger().enter(Account.OTHER);

            long[] waits = mesh.ledger().waits();

            assertThat(waits[2])
                    .isGreaterThanOrEqualTo(SHORT.toNanos())
                    .isEqualTo(mesh.ledger().nanos(Account.WAIT));
            assertThat(waits[0] + waits[1]).isZero();
        }
    }

    @Test
    void aRankOutsideTheGroupAndALinkToItselfAreOurMistakes() throws Exception {
        assertThatThrownBy(() -> new Mesh(2, Arrays.asList(null, null), new Ledger(2), SHORT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rank outside the group: rank=2, ranks=2");
        try (RankGroup group = RankGroup.inMemory(2, SHORT)) {
            assertThatThrownBy(() -> group.mesh(1).send(1, 0, new float[0], 0, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("rank has no link to itself: rank=1");
        }
    }

    /** A link whose message needs a given time to arrive, a byte at every look. */
    private static final class SlowLink implements Link {

        private final long arrival;
        private long moved;

        SlowLink(Duration needed) {
            arrival = System.nanoTime() + needed.toNanos();
        }

        @Override
        public boolean onThisMachine() {
            return true;
        }

        @Override
        public int peer() {
            return 1;
        }

        @Override
        public void send(int tag, Floats data, int from, int to) {}

        @Override
        public boolean flush() {
            return true;
        }

        @Override
        public void expect(int tag, Floats into, int from, int to) {}

        @Override
        public boolean poll() {
            moved++;
            return System.nanoTime() - arrival > 0;
        }

        @Override
        public long bytesMoved() {
            return moved;
        }

        @Override
        public Traffic traffic() {
            return Traffic.NONE;
        }

        @Override
        public void close() {}
    }
}
