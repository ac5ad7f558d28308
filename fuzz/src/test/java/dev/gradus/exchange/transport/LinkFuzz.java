package dev.gradus.exchange.transport;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gradus.exchange.ExchangeException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** A link that is fed any bytes takes a message that is whole, or names its peer; it writes nowhere else. */
class LinkFuzz {

    private static final int FLOATS = 3;
    private static final int FROM = 2;

    static Stream<byte[]> seeds() {
        return Stream.of(
                HostileBytes.scripted(64, new byte[Float.BYTES * FLOATS]),
                HostileBytes.scripted(64, new byte[11]),
                HostileBytes.scripted(8, new byte[0]),
                new byte[] {0, 3, 'G', 'R', 'D'});
    }

    @MethodSource("seeds")
    @FuzzTest
    void aMessageIsWholeOrItsSenderIsNamed(byte[] input) throws IOException {
        SocketChannel[] ends = HostileBytes.connectionWith(HostileBytes.script(input));
        float[] into = new float[FROM + FLOATS + FROM];
        Arrays.fill(into, 7);
        try (SocketChannel attacker = ends[0];
                Link link = link(ends[1])) {
            while (attacker.isOpen()) { // ends: what comes is finite, and its end is an exception
                link.expect(HostileBytes.TAG, into, FROM, FROM + FLOATS);
                poll(link);
            }
        } catch (ExchangeException e) {
            if (e.peer() != 0 || !String.valueOf(e.getMessage()).contains("rank 0 ")) {
                throw new AssertionError("does not name its peer", e);
            }
        }
        for (int i = 0; i < FROM; i++) {
            if (into[i] != 7 || into[into.length - 1 - i] != 7) {
                throw new AssertionError("wrote outside its range: " + Arrays.toString(into));
            }
        }
    }

    private static Link link(SocketChannel channel) throws IOException {
        return new StreamLink(0, HostileBytes.EPOCH, new PlainWire(channel));
    }

    private static void poll(Link link) throws ExchangeException {
        while (!link.poll()) {
            Thread.onSpinWait();
        }
    }
}
