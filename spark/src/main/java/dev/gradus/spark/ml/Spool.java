package dev.gradus.spark.ml;

import dev.gradus.spark.Piece;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a data frame in a folder that all ranks can read or get a copy of, one file for each partition. Partitions
 * and files have the same order, so the same data frame gives the same rows.
 */
final class Spool implements AutoCloseable {

    private static final String ROWS = "rows";

    private final Path folder;
    private @Nullable HeldRows held;

    private Spool(Path folder) {
        this.folder = folder;
    }

    /** An empty one below that folder. */
    static Spool below(Path parent) throws IOException {
        Path folder = Files.createTempDirectory(Files.createDirectories(parent), "gradus-");
        Files.createDirectory(folder.resolve(ROWS));
        return new Spool(folder);
    }

    /** Where the files are. */
    Path rows() {
        return folder.resolve(ROWS);
    }

    /** Room for whatever else belongs to the same training. */
    Path beside(String name) {
        return folder.resolve(name);
    }

    /** From now on holds what is written in memory, as far as that is no burden and tasks are in this process. */
    void hold() {
        held = HeldRows.open(rows().toString());
    }

    /** Writes rows, and returns how many there were. */
    long write(JavaRDD<InternalRow> rows, RowWriter writer) {
        Partition partition = new Partition(rows().toString(), writer);
        return rows.mapPartitions(part -> List.of(partition.write(part)).iterator()).collect().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** The rows as pieces of the files that {@link #write} would write. */
    static JavaRDD<Piece> pieces(JavaRDD<InternalRow> rows, RowWriter writer) {
        return rows.mapPartitionsWithIndex(
                (partition, part) -> new PieceIterator(file(partition, writer), part, writer), true);
    }

    /** Writes pieces, on the driver. */
    void write(Iterator<Piece> pieces) throws IOException {
        while (pieces.hasNext()) {
            pieces.next().writeBelow(rows());
        }
    }

    private static String file(int partition, RowWriter writer) {
        return String.format(Locale.ROOT, "part-%06d%s", partition, writer.ending());
    }

    /** Writes one partition, in a task, or holds it where ranks find it. */
    private record Partition(String folder, RowWriter writer) implements Serializable {

        private long write(Iterator<InternalRow> rows) {
            TaskContext task = TaskContext.get();
            Path file = Path.of(folder, file(task.partitionId(), writer));
            Optional<HeldRows> held = HeldRows.of(folder);
            if (held.isPresent() && writer instanceof DenseWriter dense) {
                return hold(held.get(), dense, rows, file);
            }
            return toFile(null, rows, file);
        }

        private long hold(HeldRows held, DenseWriter dense, Iterator<InternalRow> rows, Path file) {
            HeldPart part = held.take(rows, dense);
            if (rows.hasNext()) { // there is no room for all of them
                return toFile(part, rows, file);
            }
            held.keep(file.getFileName().toString(), part);
            return part.count();
        }

        /** Under a name of its own first, since a task may run twice. */
        private long toFile(@Nullable HeldPart first, Iterator<InternalRow> rows, Path file) {
            String attempt = file.getFileName() + "." + TaskContext.get().taskAttemptId();
            Path aside = Path.of(folder).resolveSibling(attempt);
            long count = 0;
            try (FileChannel out = FileChannel.open(aside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                RowBytes bytes = new RowBytes();
                writer.begin(bytes);
                if (first != null) {
                    first.moveTo(bytes, out);
                    count = first.count();
                }
                for (; rows.hasNext(); count++) {
                    writer.write(rows.next(), bytes);
                    bytes.moveIfMany(out);
                }
                bytes.moveTo(out);
            } catch (IOException e) {
                throw new UncheckedIOException("rows cannot be spooled: file=" + aside, e);
            }
            return moved(aside, file, count);
        }

        private static long moved(Path aside, Path file, long count) {
            try {
                if (count == 0) {
                    Files.delete(aside); // an empty partition has no file
                } else {
                    Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                }
                return count;
            } catch (IOException e) {
                throw new UncheckedIOException("rows cannot be spooled: file=" + file, e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (held != null) {
            held.close();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
