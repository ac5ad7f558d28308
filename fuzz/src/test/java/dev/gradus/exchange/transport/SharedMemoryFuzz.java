package dev.gradus.exchange.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gradus.exchange.ExchangeException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.provider.MethodSource;

/** Memory that a peer offers is refused, or is a link that names its peer when what stands in it makes no sense. */
class SharedMemoryFuzz {

    private static final int LOOKS = 600;

    /** More than any ring of ours holds, so that counters that lie lead out of it. */
    private static final int FLOATS = 300_000;

    private static final float[] VALUES = new float[FLOATS];
    private static final float[] RECEIVED = new float[FLOATS];

    @BeforeAll
    static void skipWhereThereIsNone() {
        assumeFalse(SharedMemory.machine().isEmpty(), "no shared memory on this machine");
    }

    static Stream<byte[]> seeds() {
        byte[] counters = new byte[600];
        Arrays.fill(counters, (byte) 0x7F);
        return Stream.of(
                "/dev/shm/none.link".getBytes(ISO_8859_1),
                "/dev/shm/../shm/\0".getBytes(ISO_8859_1),
                "/etc/passwd".getBytes(ISO_8859_1),
                counters);
    }

    @MethodSource("seeds")
    @FuzzTest
    void memoryIsRefusedOrItsPeerIsNamed(byte[] input) throws IOException {
        open(new String(input, ISO_8859_1));
        open("/dev/shm/" + new String(input, ISO_8859_1));
        use(input);
    }

    private static void open(String path) throws IOException {
        try (SharedMemory memory = SharedMemory.open(path)) {
            throw new AssertionError("opened what nobody made: " + memory.path());
        } catch (SharedMemory.UnavailableException e) {
            return;
        }
    }

    /** Fills memory with the input, again and again, and looks at it as a link does. */
    private static void use(byte[] input) throws IOException {
        SocketChannel[] ends = HostileBytes.connectionWith(new byte[0]);
        try (SharedMemory made = SharedMemory.create();
                SocketChannel attacker = ends[0]) {
            fill(Path.of(made.path()), input);
            SharedMemory opened = SharedMemory.open(made.path());
            try (Link link = opened.link(0, ends[1], false)) {
                link.send(9, VALUES, 0, FLOATS);
                link.expect(9, RECEIVED, 0, FLOATS);
                for (int look = 0; look < LOOKS && attacker.isOpen(); look++) {
                    link.flush();
                    link.poll();
                }
            } catch (ExchangeException e) {
                if (e.peer() != 0) {
                    throw new AssertionError("does not name its peer", e);
                }
            }
        }
    }

    private static void fill(Path file, byte[] input) throws IOException {
        byte[] content = new byte[(int) Files.size(file)];
        System.arraycopy(input, 0, content, 0, input.length);
        // Doubled rather than byte by byte, which the agent would count.
        for (int filled = input.length; filled > 0 && filled < content.length; filled *= 2) {
            System.arraycopy(content, 0, content, filled, Math.min(filled, content.length - filled));
        }
        Files.write(file, content, StandardOpenOption.WRITE);
    }
}
