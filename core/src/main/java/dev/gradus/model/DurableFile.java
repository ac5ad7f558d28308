package dev.gradus.model;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Replaces a file as a whole: the new content is written aside, forced to the disk and renamed. Whoever reads the file,
 * even after a power cut, finds the old content or the new one.
 */
public final class DurableFile {

    /** What the content is written by. */
    @FunctionalInterface
    public interface Content {
        void writeTo(FileChannel channel) throws IOException;
    }

    private DurableFile() {}

    /** Replaces the file. One writer at a time; the folder must exist. */
    public static void replace(Path file, Content content) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".partial");
        try (FileChannel channel = FileChannel.open(
                aside, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            content.writeTo(channel);
            channel.force(true);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(aside);
            throw e;
        }
        rename(aside, file);
    }

    /** Renames a file, or a folder to a name that is free, at once and for good. A file of that name is replaced. */
    public static void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceFolder(to);
    }

    /** Replaces the file by a text in UTF-8. */
    public static void replace(Path file, String text) throws IOException {
        replace(file, channel -> writeFully(channel, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
    }

    static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
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
