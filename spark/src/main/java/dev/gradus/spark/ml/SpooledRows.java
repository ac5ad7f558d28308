package dev.gradus.spark.ml;

import dev.gradus.data.DataException;
import dev.gradus.data.RowSink;
import dev.gradus.data.RowSource;
import dev.gradus.data.Shape;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rows of files that {@link DenseWriter} wrote, in the order of the files' names. Immutable: reads may run side by
 * side, each opens the files anew.
 */
final class SpooledRows implements RowSource {

    /** Bytes that are read at a time, more or less. */
    private static final int AT_ONCE = 1 << 18;

    /** A file, and which of all rows it begins with. */
    private record Part(Path file, long from, long rows) {

        long to() {
            return from + rows;
        }
    }

    private final List<Part> parts;
    private final Shape shape;

    private SpooledRows(List<Part> parts, Shape shape) {
        this.parts = parts;
        this.shape = shape;
    }

    static SpooledRows open(Path folder, int classes) throws DataException {
        List<Part> parts = new ArrayList<>();
        int features = 0;
        long rows = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(SpooledRows::isOne).sorted().toList()) {
                int found = features(file);
                if (features != 0 && found != features) {
                    throw new DataException("files differ in features: file=" + file + ", features=" + found
                            + ", before=" + features + "; write them again");
                }
                features = found;
                Part part = new Part(file, rows, count(file, features));
                parts.add(part);
                rows = part.to();
            }
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new DataException("rows cannot be read: folder=" + folder + ", " + e.getMessage(), e);
        }
        if (rows == 0) {
            throw new DataException("no rows: folder=" + folder + "; give a data frame that has some");
        }
        return new SpooledRows(parts, new Shape(features, classes));
    }

    private static boolean isOne(Path file) {
        return file.getFileName().toString().endsWith(DenseWriter.ENDING);
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
    public Shape shape() {
        return shape;
    }

    @Override
    public long rows() {
        return parts.get(parts.size() - 1).to();
    }

    @Override
    public void read(long from, long to, RowSink sink) throws DataException {
        if (from < 0 || to < from || to > rows()) {
            throw new IllegalArgumentException("no such rows: from=" + from + ", to=" + to + ", rows=" + rows());
        }
        for (Part part : parts) {
            long first = Math.max(from, part.from());
            long end = Math.min(to, part.to());
            if (first < end) {
                read(part, first - part.from(), end - part.from(), sink);
            }
        }
    }

    private void read(Part part, long from, long to, RowSink sink) throws DataException {
        int each = DenseWriter.rowBytes(shape.features());
        int most = Math.max(1, AT_ONCE / each);
        ByteBuffer bytes = buffer(most * each);
        FloatBuffer numbers = bytes.asFloatBuffer();
        float[] features = new float[shape.features()];
        try (FileChannel channel = FileChannel.open(part.file())) {
            channel.position(DenseWriter.HEAD + from * each);
            for (long row = from; row < to; ) {
                int count = (int) Math.min(most, to - row);
                filled(channel, bytes.clear().limit(count * each), part.file());
                for (int i = 0; i < count; i++) {
                    numbers.get(i * (features.length + 1) + 1, features);
                    sink.row(features, bytes.getInt(i * each));
                }
                row += count;
            }
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new DataException("rows cannot be read: file=" + part.file() + ", " + e.getMessage(), e);
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
