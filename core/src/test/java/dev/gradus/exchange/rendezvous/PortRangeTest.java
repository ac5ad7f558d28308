package dev.gradus.exchange.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortRangeTest {

    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    @Test
    void aRangeIsReadFromText() {
        assertThat(PortRange.parse("")).isEqualTo(PortRange.any()).hasToString("any");
        assertThat(PortRange.parse("40000-40100"))
                .isEqualTo(new PortRange(40_000, 40_100))
                .hasToString("40000-40100");
        assertThat(PortRange.parse("7077")).isEqualTo(new PortRange(7077, 7077));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0-5", "5-4", "1-65536", "a-b", "1-2-3", "-1", "40000-", "99999"})
    void whatIsNoRangeIsRefused(String text) {
        assertThatThrownBy(() -> PortRange.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void portsThatAreTakenArePassedOverAndNoneLeftIsRefused() throws Exception {
        try (ServerSocketChannel taken = ServerSocketChannel.open()) {
            taken.bind(new InetSocketAddress(HERE, 0));
            int port = taken.socket().getLocalPort();

            assertThatThrownBy(() -> new Door(HERE, new PortRange(port, port)))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("no port is free: ports=" + port + "-" + port + ", address=127.0.0.1, ")
                    .hasMessageEndingWith("; allow more ports, or end what listens on them");
            try (Door door = new Door(HERE, new PortRange(port, Math.min(65_535, port + 200)))) {
                assertThat(door.port()).isBetween(port + 1, port + 200);
            }
        }
    }

    @Test
    void anInterfaceIsFoundByItsName() throws Exception {
        Listening nowhere = new Listening("no-such-interface", PortRange.any());

        assertThat(Listening.usual().address(HERE)).isEqualTo(HERE);
        assertThatThrownBy(() -> nowhere.address(HERE))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("no such network interface: name=no-such-interface, there are [");
    }
}
