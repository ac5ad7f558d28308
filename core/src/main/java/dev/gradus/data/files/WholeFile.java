package dev.gradus.data.files;

import dev.gradus.data.DataException;
import dev.gradus.data.WriteException;
import dev.gradus.metrics.WriteFailure;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes a file aside, forces it to the disk and renames it, so that nobody finds a part of it under its name. Whatever
 * fails, what was written aside is removed.
 */
public final class WholeFile {

    /** What the file is written by. */
    @FunctionalInterface
    public interface Content {
        void writeTo(FileChannel channel) throws IOException;
    }

    private WholeFile() {}

    /** Writes or replaces the file. One writer at a time. */
    public static void write(Path file, String what, Content content) throws DataException {
        write(file, what, content, true);
    }

    /**
     * Writes or replaces the file, but leaves it to the system when its bytes are on the disk: for what is checked
     * whenever it is read and can be made again. After a power cut it may be damaged.
     */
    public static void writeUnforced(Path file, String what, Content content) throws DataException {
        write(file, what, content, false);
    }

    private static void write(Path file, String what, Content content, boolean force) throws DataException {
        Path aside = file.resolveSibling(file.getFileName() + ".partial");
        try {
            try {
                writeAside(aside, content, force);
                Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                if (force) {
                    forceFolder(file);
                }
            } finally {
                Files.deleteIfExists(aside);
            }
        } catch (DataException e) {
            throw e; // what it is made of could not be read, which says nothing of this file
        } catch (IOException e) {
            throw failure(file, what, e);
        }
    }

    /** What is thrown when writing failed. */
    public static DataException failure(Path file, String what, IOException e) {
        return new WriteException("cannot write " + what + ": file=" + file + ", " + WriteFailure.reason(e), e);
    }

    /** Writes all bytes from a place on and returns the place after them. */
    public static long writeFully(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
        return at;
    }

    private static void writeAside(Path aside, Content content, boolean force) throws IOException {
        try (FileChannel channel = FileChannel.open(
                aside, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            content.writeTo(channel);
            if (force) {
                channel.force(true);
            }
        }
    }

    /** A rename is on the disk only when the folder is; Windows has no such call and needs none. */
    private static void forceFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && File.separatorChar == '/') {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
