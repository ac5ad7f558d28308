package dev.gradus.data.files;

import dev.gradus.data.DataException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * A file and which bytes of it are read: {@code from} to {@code to}, counted after unpacking. {@code to} is
 * {@link #UNKNOWN} for a packed file that is read to its end.
 */
public record SourceFile(Path path, long size, long modifiedMillis, boolean packed, long from, long to) {

    public static final long UNKNOWN = Long.MAX_VALUE;

    private static final int BUFFER_BYTES = 1 << 16;

    public SourceFile with(long newFrom, long newTo) {
        return new SourceFile(path, size, modifiedMillis, packed, newFrom, newTo);
    }

    /** What is in it from its first byte, unpacked. */
    public InputStream open() throws IOException {
        InputStream stream = Files.newInputStream(path);
        try {
            return packed ? new GZIPInputStream(new BufferedInputStream(stream, BUFFER_BYTES), BUFFER_BYTES) : stream;
        } catch (IOException e) {
            stream.close();
            throw e;
        }
    }

    /** What is thrown on when reading failed. */
    public DataException unreadable(IOException e) {
        if (e instanceof DataException known) {
            return known;
        }
        String what = packed ? "cannot unpack file: file=" : "cannot read file: file=";
        return new DataException(what + path + ", " + ReadFailure.reason(e), e);
    }
}
