package dev.gradus.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A part of a file on its way to the ranks. */
public final class Piece implements Serializable {

    /**
     * Bytes of every part but the last: enough that their number does not matter, few enough to keep some in memory.
     */
    public static final int BYTES = 1 << 20;

    private static final long serialVersionUID = 1L;

    private final String file;
    private final int number;
    private final byte[] bytes;

    /** {@code number} counts the parts of the file from 0; all but the last have {@link #BYTES} bytes. */
    public Piece(String file, int number, byte[] bytes) {
        this.file = file;
        this.number = number;
        this.bytes = bytes;
    }

    /** Writes it to its place in its file, which other parts may be in already. */
    public void writeBelow(Path folder) throws IOException {
        try (FileChannel out =
                FileChannel.open(folder.resolve(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                out.write(left, (long) number * BYTES + left.position());
            }
        }
    }
}
