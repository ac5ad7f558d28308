package dev.gradus.exchange.transport;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.gradus.exchange.RankGroup;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.BeforeAll;

class SharedMemoryLinkTest implements LinkContract {

    @BeforeAll
    static void skipWhereThereIsNone() {
        assumeFalse(SharedMemory.machine().isEmpty(), "no shared memory on this machine");
    }

    @Override
    public Link[] pair() throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        try (SharedMemory made = SharedMemory.create()) {
            SharedMemory opened = SharedMemory.open(made.path());
            return new Link[] {made.link(1, ends[0], true), opened.link(0, ends[1], false)};
        }
    }

    @Override
    public long bytes(int floats) {
        return 8 + 4L * floats;
    }
}
