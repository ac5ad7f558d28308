package dev.gradus.exchange.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A file in {@code /dev/shm} that processes of one machine map; the memory outlives the name. */
public record SharedFile(Path path, ByteBuffer memory) implements AutoCloseable {

    private static final Path FOLDER = Path.of("/dev/shm");
    private static final int PIECE = 1 << 20;

    /** Whether this process may make such files at all. */
    public static boolean possible() {
        return Files.isWritable(FOLDER);
    }

    /** Makes a file of zeros that only this user can open. */
    public static SharedFile create(int bytes) throws IOException {
        Path file = Files.createTempFile(
                FOLDER,
                "gradus-",
                ".link",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            // Written rather than only mapped: a full file system says so here, and not by a fault during the run.
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                ByteBuffer zeros = ByteBuffer.allocate(Math.min(bytes, PIECE));
                for (int left = bytes; left > 0; left -= channel.write(zeros)) {
                    zeros.clear().limit(Math.min(left, PIECE));
                }
            }
            return new SharedFile(file, map(file, bytes));
        } catch (IOException e) {
            Files.delete(file);
            throw e;
        }
    }

    /** Opens a file that a peer made. Only files where we make them ourselves are believed to be such. */
    public static SharedFile open(String path, int bytes) throws IOException {
        Path file;
        try {
            file = Path.of(path).normalize();
        } catch (InvalidPathException e) {
            throw new IOException("not a path: " + e.getMessage(), e);
        }
        if (!FOLDER.equals(file.getParent()) || Files.size(file) != bytes) {
            throw new IOException("not shared memory of ours: file=" + file);
        }
        return new SharedFile(file, map(file, bytes));
    }

    private static ByteBuffer map(Path file, int bytes) throws IOException {
        Set<StandardOpenOption> readAndWrite = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, readAndWrite)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
        }
    }

    /** Takes the name away; the memory lives as long as it is mapped. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
