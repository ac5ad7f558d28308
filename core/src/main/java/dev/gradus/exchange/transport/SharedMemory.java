package dev.gradus.exchange.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Memory that two processes of one machine share: a file in {@code /dev/shm} with a pipe in each direction. The file
 * has no name any more as soon as both have mapped it, so nothing is left behind however they end.
 */
public final class SharedMemory implements AutoCloseable {

    private static final Path FOLDER = Path.of("/dev/shm");
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private final Path file;
    private final ByteBuffer memory;

    private SharedMemory(Path file, ByteBuffer memory) {
        this.file = file;
        this.memory = memory;
    }

    /** What is equal for two processes that may share memory, and only for them; empty where none can. */
    public static String machine() {
        try {
            return Files.isWritable(FOLDER) ? Files.readString(BOOT).strip() : "";
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
            Path file = Files.createTempFile(
                    FOLDER,
                    "gradus-",
                    ".link",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try {
                // Written rather than only mapped: a full file system says so here, and not by a fault during the run.
                Files.write(file, new byte[2 * MappedPipe.BYTES]);
                return map(file);
            } catch (IOException e) {
                Files.delete(file);
                throw e;
            }
        } catch (IOException e) {
            throw new UnavailableException(e);
        }
    }

    /** Opens memory that the peer made. Only files where we make them ourselves are believed to be such. */
    public static SharedMemory open(String path) throws UnavailableException {
        try {
            Path file = Path.of(path).normalize();
            if (!FOLDER.equals(file.getParent()) || Files.size(file) != 2L * MappedPipe.BYTES) {
                throw new IOException("not shared memory of ours: file=" + file);
            }
            return map(file);
        } catch (InvalidPathException e) {
            throw new UnavailableException(new IOException("not a path: " + e.getMessage(), e));
        } catch (IOException e) {
            throw new UnavailableException(e);
        }
    }

    private static SharedMemory map(Path file) throws IOException {
        Set<StandardOpenOption> readAndWrite = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, readAndWrite)) {
            return new SharedMemory(file, channel.map(FileChannel.MapMode.READ_WRITE, 0, 2L * MappedPipe.BYTES));
        }
    }

    public String path() {
        return file.toString();
    }

    /** This process's end of the link; {@code first} is true on the side that made the memory. */
    public Link link(int peer, SocketChannel connection, boolean first) throws IOException {
        connection.configureBlocking(false);
        MappedPipe there = new MappedPipe(memory.slice(0, MappedPipe.BYTES), connection);
        MappedPipe back = new MappedPipe(memory.slice(MappedPipe.BYTES, MappedPipe.BYTES), connection);
        return first ? new MemoryLink(peer, there, back) : new MemoryLink(peer, back, there);
    }

    /** Takes the name away; the memory lives as long as it is mapped. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
