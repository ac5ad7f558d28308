package dev.gradus.data.text;

import dev.gradus.data.DataException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * A file of text and which bytes of it are read: {@code from} to {@code to}, counted after unpacking. {@code to} is
 * {@link #UNKNOWN} for a packed file that is read to its end.
 */
record TextFile(Path path, long size, long modifiedMillis, boolean packed, long from, long to) {

    static final long UNKNOWN = Long.MAX_VALUE;

    private static final int BUFFER_BYTES = 1 << 16;

    TextFile with(long newFrom, long newTo) {
        return new TextFile(path, size, modifiedMillis, packed, newFrom, newTo);
    }

    /** The text from its first byte, unpacked. */
    InputStream open() throws IOException {
        InputStream stream = Files.newInputStream(path);
        try {
            return packed ? new GZIPInputStream(new BufferedInputStream(stream, BUFFER_BYTES), BUFFER_BYTES) : stream;
        } catch (IOException e) {
            stream.close();
            throw e;
        }
    }

    /** What is thrown on when reading failed. */
    DataException unreadable(IOException e) {
        if (e instanceof DataException known) {
            return known;
        }
        String what = packed ? "cannot unpack file: file=" : "cannot read file: file=";
        return new DataException(what + path + ", " + ReadFailure.reason(e), e);
    }
}
