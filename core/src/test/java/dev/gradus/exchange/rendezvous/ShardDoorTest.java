package dev.gradus.exchange.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.tls.Identity;
import dev.gradus.exchange.transport.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever does not belong to a run gets to none of its shards, and both sides know why. */
@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
class ShardDoorTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Secret SECRET = Secret.random();

    private final BlockingQueue<String> turnedAway = new LinkedBlockingQueue<>();
    private final BlockingQueue<Wire> admitted = new LinkedBlockingQueue<>();
    private @Nullable Door door;

    @BeforeEach
    void open() throws IOException {
        Door made = new Door(InetAddress.getLoopbackAddress(), PortRange.any());
        door = made;
        new ShardCalls(1, company(made, "run", 3, SECRET), PATIENCE).serve(made, new ShardHost() {
            @Override
            public boolean admit(int shard, int rank, Wire wire) {
                return shard == 0 && rank == 0 && admitted.add(wire);
            }

            @Override
            public void turnedAway(String from, String reason) {
                turnedAway.add(reason);
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        if (door != null) {
            door.close();
        }
        for (Wire wire : admitted) {
            wire.close();
        }
    }

    private static PeerCalls.Company company(Door door, String run, int epoch, Secret secret) {
        PeerCalls.Address address = new PeerCalls.Address("127.0.0.1", door.port(), "");
        return new PeerCalls.Company(
                new Group(run, 2, epoch, PATIENCE, false),
                List.of(address, address),
                new Handshake(secret, Identity::create),
                Identity::create);
    }

    private Wire call(String run, int epoch, Secret secret) throws ExchangeException {
        Door open = java.util.Objects.requireNonNull(door);
        return new ShardCalls(0, company(open, run, epoch, secret), PATIENCE).call(1, 0, LinkKind.TCP);
    }

    private @Nullable String reason() throws InterruptedException {
        return turnedAway.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void aWorkerOfTheRunGetsIn() throws Exception {
        try (Wire wire = call("run", 3, SECRET)) {
            assertThat(wire.channel().isOpen()).isTrue();
            assertThat(admitted.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNotNull();
        }
        assertThat(turnedAway).isEmpty();
    }

    @Test
    void aWorkerWithAnotherSecretIsRefused() throws Exception {
        assertThatThrownBy(() -> call("run", 3, Secret.random()))
                .hasMessageStartingWith("shard 0 cannot be reached: address=127.0.0.1:")
                .hasMessageEndingWith("the other side does not know this run's secret");
        assertThat(reason()).isEqualTo("refused: secrets differ");
        assertThat(admitted).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "run, 2, 'groups differ: epoch=2, ours=3'",
        "run, 4, 'groups differ: epoch=4, ours=3'",
        "other, 3, 'this is another run: run=run, wanted=other'"
    })
    void aWorkerOfAnotherGroupOrRunIsRefused(String run, int epoch, String objection) throws Exception {
        assertThatThrownBy(() -> call(run, epoch, SECRET)).hasMessageEndingWith("refused: " + objection);
        assertThat(reason()).isEqualTo(objection);
        assertThat(admitted).isEmpty();
    }
}
