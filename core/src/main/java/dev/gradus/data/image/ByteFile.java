package dev.gradus.data.image;

import dev.gradus.data.DataException;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.files.SourceFiles;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file of bytes that are read by place, from any thread. One that is packed by gzip is unpacked as a whole; others
 * are read where they lie.
 */
final class ByteFile {

    /** The longest array that every JVM can make. */
    static final long MOST_UNPACKED = Integer.MAX_VALUE - 8;

    private final SourceFile file;
    private final byte @Nullable [] unpacked;

    private ByteFile(SourceFile file, byte @Nullable [] unpacked) {
        this.file = file;
        this.unpacked = unpacked;
    }

    static ByteFile open(String key, Path path) throws DataException {
        return new ByteFile(SourceFiles.find(key, path.toString()).get(0), null);
    }

    Path path() {
        return file.path();
    }

    /** The first bytes of the file, unpacked; fewer than asked for if it is that short. */
    byte[] head(int bytes) throws DataException {
        try (InputStream stream = file.open()) {
            return stream.readNBytes(bytes);
        } catch (IOException e) {
            throw file.unreadable(e);
        }
    }

    /** This file if it has exactly so many bytes, unpacked; {@code of} says what they are, for the message. */
    ByteFile ofLength(long expected, String of) throws DataException {
        if (!file.packed()) {
            requireLength(file.size(), expected, "", of);
            return this;
        }
        if (expected > MOST_UNPACKED) {
            throw new DataException("file is too large to unpack in memory: file=" + path() + ", bytes=" + expected
                    + ", most=" + MOST_UNPACKED + "; unpack it first");
        }
        try (InputStream stream = file.open()) {
            byte[] all = stream.readNBytes((int) expected);
            // One byte more, because a checksum is read with the end and a longer file must not pass.
            boolean more = stream.read() >= 0;
            requireLength(all.length + (more ? 1 : 0), expected, more ? " or more" : "", of);
            return new ByteFile(file, all);
        } catch (IOException e) {
            throw file.unreadable(e);
        }
    }

    private void requireLength(long found, long expected, String more, String of) throws DataException {
        if (found != expected) {
            throw new DataException((found < expected ? "file is cut short" : "file is too long") + ": file=" + path()
                    + ", bytes=" + found + more + ", expected=" + expected + " (" + of + ")");
        }
    }

    /** Bytes of a file that is not packed. */
    long size() {
        return file.size();
    }

    boolean packed() {
        return file.packed();
    }

    /** Copies bytes from a place of the file. */
    void read(long at, byte[] into, int length) throws DataException {
        if (unpacked != null) {
            System.arraycopy(unpacked, (int) at, into, 0, length);
            return;
        }
        ByteBuffer buffer = ByteBuffer.wrap(into, 0, length);
        try (FileChannel channel = FileChannel.open(path())) {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, at + buffer.position()) < 0) {
                    throw new EOFException();
                }
            }
        } catch (IOException e) {
            throw file.unreadable(e);
        }
    }
}
