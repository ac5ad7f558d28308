package dev.gradus.exchange.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnixLinkTest implements LinkContract {

    @TempDir
    Path folder = Path.of("");

    @Override
    public Link[] pair() throws Exception {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("link"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            SocketChannel caller = SocketChannel.open(address);
            return new Link[] {
                new StreamLink(1, 1, new PlainWire(caller)), new StreamLink(0, 1, new PlainWire(server.accept()))
            };
        }
    }

    @Override
    public long bytes(int floats) {
        return StreamLinkTest.framed(floats);
    }

    @Test
    void itsPeerIsOnThisMachine() throws Exception {
        Link[] ends = pair();

        assertThat(ends[0].onThisMachine()).isTrue();
        assertThat(ends[1].onThisMachine()).isTrue();
        ends[0].close();
        ends[1].close();
    }
}
