package dev.gradus.spark.ml;

import dev.gradus.data.DataException;
import dev.gradus.data.RowSink;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Rows of a file that {@link DenseWriter} wrote. Each read opens it anew. */
record FileRows(Path file, int features, long count) implements PartRows {

    /** Bytes that are read at a time, more or less. */
    private static final int AT_ONCE = 1 << 18;

    static FileRows open(Path file) throws IOException {
        int features = features(file);
        return new FileRows(file, features, count(file, features));
    }

    private static int features(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer head = filled(channel, buffer(DenseWriter.HEAD), file);
            long magic = head.getLong();
            int features = head.getInt();
            if (magic != DenseWriter.MAGIC || features < 1) {
                throw new DataException("not a file of rows: file=" + file + ", begins=" + Long.toHexString(magic)
                        + ", features=" + features + "; name a folder that an estimator wrote");
            }
            return features;
        }
    }

    private static long count(Path file, int features) throws IOException {
        long bytes = Files.size(file) - DenseWriter.HEAD;
        int each = DenseWriter.rowBytes(features);
        if (bytes % each != 0) {
            throw new DataException("file ends within a row: file=" + file + ", bytes=" + bytes + ", bytes of a row="
                    + each + "; write it again");
        }
        return bytes / each;
    }

    @Override
    public void read(long from, long to, RowSink sink) throws DataException {
        int each = DenseWriter.rowBytes(features);
        int most = Math.max(1, AT_ONCE / each);
        ByteBuffer bytes = buffer(most * each);
        FloatBuffer numbers = bytes.asFloatBuffer();
        float[] row = new float[features];
        try (FileChannel channel = FileChannel.open(file)) {
            channel.position(DenseWriter.HEAD + from * each);
            for (long next = from; next < to; ) {
                int rows = (int) Math.min(most, to - next);
                filled(channel, bytes.clear().limit(rows * each), file);
                for (int i = 0; i < rows; i++) {
                    numbers.get(i * (features + 1) + 1, row);
                    sink.row(row, bytes.getInt(i * each));
                }
                next += rows;
            }
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new DataException("rows cannot be read: file=" + file + ", " + e.getMessage(), e);
        }
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer filled(FileChannel channel, ByteBuffer bytes, Path file) throws IOException {
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new EOFException("file is too short: file=" + file + ", missing=" + bytes.remaining());
            }
        }
        return bytes.flip();
    }
}
