package dev.gradus.exchange.transport;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.RankGroup;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class SharedMemoryTest {

    /** More than the memory holds. */
    private static final int FLOATS = 300_000;

    @BeforeAll
    static void skipWhereThereIsNone() {
        assumeFalse(SharedMemory.machine().isEmpty(), "no shared memory on this machine");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\0", "/dev/shm/\0.link", "/dev/shm", "/dev/shm/../../etc/passwd", "/dev/shm/none.link"})
    void aPathThatLeadsToNoMemoryOfOursIsRefused(String path) {
        assertThatThrownBy(() -> SharedMemory.open(path)).isInstanceOf(SharedMemory.UnavailableException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
    void memoryWhoseCountersMakeNoSenseIsTheEndOfItsPeer(long seed) throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        try (SharedMemory made = SharedMemory.create();
                SocketChannel attacker = ends[0];
                Link link = SharedMemory.open(made.path()).link(0, ends[1], false)) {
            fill(Path.of(made.path()), seed);

            assertThatExceptionOfType(ExchangeException.class)
                    .isThrownBy(() -> use(link))
                    .withMessageStartingWith("rank 0 is ")
                    .returns(0, ExchangeException::peer);
            attacker.shutdownOutput();
        }
    }

    private static void use(Link link) throws ExchangeException {
        link.send(9, new float[FLOATS], 0, FLOATS);
        link.expect(9, new float[FLOATS], 0, FLOATS);
        boolean over = false;
        while (!over) {
            boolean sent = link.flush();
            over = link.poll() && sent;
        }
    }

    private static void fill(Path file, long seed) throws Exception {
        byte[] content = new byte[(int) Files.size(file)];
        Arrays.fill(content, (byte) 0x7F);
        if (seed > 0) {
            new SplittableRandom(seed).nextBytes(content);
        }
        Files.write(file, content, StandardOpenOption.WRITE);
    }
}
