package dev.gradus.spark.ml;

import dev.gradus.data.DataException;
import dev.gradus.data.RowSink;
import dev.gradus.data.RowSource;
import dev.gradus.data.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The rows that {@link DenseWriter} wrote to files of a folder or that are held for it, in the order of the files'
 * names. Immutable: reads may run side by side.
 */
final class SpooledRows implements RowSource {

    /** A partition, and which of all rows it begins with. */
    private record Part(PartRows rows, long from) {

        long to() {
            return from + rows.count();
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
        for (Map.Entry<String, PartRows> found : found(folder).entrySet()) {
            PartRows next = found.getValue();
            if (features != 0 && next.features() != features) {
                throw new DataException("files differ in features: file=" + folder.resolve(found.getKey())
                        + ", features=" + next.features() + ", before=" + features + "; write them again");
            }
            features = next.features();
            parts.add(new Part(next, rows));
            rows += next.count();
        }
        if (rows == 0) {
            throw new DataException("no rows: folder=" + folder + "; give a data frame that has some");
        }
        return new SpooledRows(parts, new Shape(features, classes));
    }

    private static SortedMap<String, PartRows> found(Path folder) throws DataException {
        SortedMap<String, PartRows> found = new TreeMap<>();
        HeldRows.of(folder.toString()).ifPresent(held -> found.putAll(held.parts()));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(SpooledRows::isOne).toList()) {
                found.put(file.getFileName().toString(), FileRows.open(file));
            }
            return found;
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new DataException("rows cannot be read: folder=" + folder + ", " + e.getMessage(), e);
        }
    }

    private static boolean isOne(Path file) {
        return file.getFileName().toString().endsWith(DenseWriter.ENDING);
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
                part.rows().read(first - part.from(), end - part.from(), sink);
            }
        }
    }
}
