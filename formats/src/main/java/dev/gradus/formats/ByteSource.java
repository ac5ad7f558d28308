package dev.gradus.formats;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bytes of a file, one by one or in a row, with the place of the next. Used by one thread. */
final class ByteSource implements Closeable {

    /** What {@link #next} and {@link #peek} give behind the last byte. */
    static final int END = -1;

    private final InputStream in;
    private final byte[] buffer;
    private long before;
    private int at;
    private int limit;

    private ByteSource(InputStream in, int bufferBytes) {
        this.in = in;
        this.buffer = new byte[bufferBytes];
    }

    static ByteSource open(Path file, int bufferBytes) throws IOException {
        return new ByteSource(Files.newInputStream(file), bufferBytes);
    }

    /** The first bytes, as many as the buffer holds or the file has. Only before anything was read. */
    byte[] start() throws IOException {
        limit = in.readNBytes(buffer, 0, buffer.length);
        byte[] start = new byte[limit];
        System.arraycopy(buffer, 0, start, 0, limit);
        return start;
    }

    /** How many bytes were read. */
    long position() {
        return before + at;
    }

    int peek() throws IOException {
        return at < limit || fill() ? buffer[at] & 0xFF : END;
    }

    int next() throws IOException {
        return at < limit || fill() ? buffer[at++] & 0xFF : END;
    }

    void skip(int bytes) throws IOException {
        for (int i = 0; i < bytes; i++) {
            next();
        }
    }

    /** Fills the array; gives the number of bytes there were, which is less at the end of the file only. */
    int read(byte[] into) throws IOException {
        int done = 0;
        while (done < into.length && (at < limit || fill())) {
            int count = Math.min(into.length - done, limit - at);
            System.arraycopy(buffer, at, into, done, count);
            at += count;
            done += count;
        }
        return done;
    }

    private boolean fill() throws IOException {
        before += limit;
        at = 0;
        limit = in.readNBytes(buffer, 0, buffer.length);
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
