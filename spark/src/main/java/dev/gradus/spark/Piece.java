package dev.gradus.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A part of a file on its way to the ranks.
 *
 * @param number which part, from 0; all but the last of a file have {@link #BYTES} bytes
 */
public record Piece(String file, int number, byte[] bytes) implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * Bytes of every part but the last: enough that their number does not matter, few enough to keep some in memory.
     */
    public static final int BYTES = 1 << 20;

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
