package dev.gradus.exchange.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Memory that two processes of one machine share: a file in {@code /dev/shm} with a pipe in each direction. The file
 * has no name any more as soon as both have mapped it, so nothing is left behind however they end.
 */
public final class SharedMemory implements AutoCloseable {

    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private final SharedFile file;

    private SharedMemory(SharedFile file) {
        this.file = file;
    }

    /** What is equal for two processes that may share memory, and only for them; empty where none can. */
    public static String machine() {
        try {
            return SharedFile.possible() ? Files.readString(BOOT).strip() : "";
        } catch (IOException e) {
            return ""; // not Linux, or hidden: then there is no sharing
        }
    }

    /** There is no memory to share here, for a reason that does not matter to those who can do without. */
    public static final class UnavailableException extends IOException {

        private static final long serialVersionUID = 1L;

        private UnavailableException(IOException cause) {
            super("no shared memory: " + cause.getMessage(), cause);
        }
    }

    /** Makes memory that only this user can open. */
    public static SharedMemory create() throws UnavailableException {
        try {
            return new SharedMemory(SharedFile.create(2 * MappedPipe.BYTES));
        } catch (IOException e) {
            throw new UnavailableException(e);
        }
    }

    /** Opens memory that the peer made. */
    public static SharedMemory open(String path) throws UnavailableException {
        try {
            return new SharedMemory(SharedFile.open(path, 2 * MappedPipe.BYTES));
        } catch (IOException e) {
            throw new UnavailableException(e);
        }
    }

    public String path() {
        return file.path().toString();
    }

    /** This process's end of the link; {@code first} is true on the side that made the memory. */
    public Link link(int peer, SocketChannel connection, boolean first) throws IOException {
        connection.configureBlocking(false);
        ByteBuffer memory = file.memory();
        MappedPipe there = new MappedPipe(memory.slice(0, MappedPipe.BYTES), connection);
        MappedPipe back = new MappedPipe(memory.slice(MappedPipe.BYTES, MappedPipe.BYTES), connection);
        return first
                ? new MemoryLink(peer, there, back, Sharing.FILES)
                : new MemoryLink(peer, back, there, Sharing.FILES);
    }

    /** Takes the name away; the memory lives as long as it is mapped. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}
