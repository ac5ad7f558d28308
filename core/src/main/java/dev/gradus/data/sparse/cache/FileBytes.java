package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.ReadFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Reads ranges of a file that does not change. Any thread may. Bytes are read rather than mapped: readers copy them in
 * any case, and pages of a map would count as memory of the process, once for each rank, until all rows were in it.
 */
final class FileBytes implements AutoCloseable {

    /** Bytes of the longest range that can be had in one buffer. */
    static final int MOST_SLICE = 1 << 30;

    private static final int STEP_BYTES = 1 << 20;

    private final Path file;
    private final FileChannel channel;

    /** Takes over the channel. */
    FileBytes(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Reads so many bytes from a place on. */
    void copy(long offset, byte[] into, int length) throws DataException {
        ByteBuffer buffer = ByteBuffer.wrap(into, 0, length);
        try {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, offset + buffer.position()) < 0) {
                    throw new DataException("rows are cut short: file=" + file + ", size=" + channel.size()
                            + ", expected at least=" + (offset + length));
                }
            }
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new DataException("cannot read rows: file=" + file + ", " + ReadFailure.reason(e), e);
        }
    }

    /** A range of up to 1 GiB. */
    ByteBuffer slice(long offset, int length) throws DataException {
        byte[] bytes = new byte[length];
        copy(offset, bytes, length);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The checksum of a range of any length. */
    int crc(long offset, long length) throws DataException {
        return crc(offset, length, new byte[(int) Math.min(length, STEP_BYTES)]);
    }

    /** The same with memory of the caller's. */
    int crc(long offset, long length, byte[] memory) throws DataException {
        CRC32C crc = new CRC32C();
        for (long done = 0; done < length; ) {
            int step = (int) Math.min(length - done, memory.length);
            copy(offset + done, memory, step);
            crc.update(memory, 0, step);
            done += step;
        }
        return (int) crc.getValue();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing was written, so nothing can be lost.
        }
    }
}
