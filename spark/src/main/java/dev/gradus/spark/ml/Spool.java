package dev.gradus.spark.ml;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;

/**
 * Labelled vectors in a folder that all ranks can read, one file for each partition, as libsvm rows with indices from
 * 0. Partitions and files have the same order, so the same data frame gives the same rows.
 */
final class Spool implements AutoCloseable {

    private static final String ROWS = "rows";

    private final Path folder;

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

    /** Writes rows of a label and a vector, and returns how many there were. */
    long write(JavaRDD<Row> labelled) {
        Partition partition = new Partition(rows().toString());
        return labelled.mapPartitions(rows -> List.of(partition.write(rows)).iterator()).collect().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Writes one partition, in a task: under a name of its own first, since a task may run twice. */
    private record Partition(String folder) implements Serializable {

        private long write(Iterator<Row> rows) {
            TaskContext task = TaskContext.get();
            Path file = Path.of(folder, String.format(Locale.ROOT, "part-%06d.svm", task.partitionId()));
            Path aside = Path.of(folder).resolveSibling(file.getFileName() + "." + task.taskAttemptId());
            long count = 0;
            try (Writer out = Files.newBufferedWriter(aside, US_ASCII)) {
                StringBuilder line = new StringBuilder();
                for (; rows.hasNext(); count++) {
                    Row row = rows.next();
                    append(line, row.getDouble(0), row.getAs(1));
                    out.append(line);
                    line.setLength(0);
                }
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

        private static void append(StringBuilder line, double label, Vector features) {
            if (label != 0 && label != 1) {
                throw new IllegalArgumentException("label is neither 0 nor 1: label=" + label);
            }
            line.append((int) label);
            scala.collection.Iterator<scala.Tuple2<Object, Object>> entries = features.activeIterator();
            while (entries.hasNext()) {
                scala.Tuple2<Object, Object> entry = entries.next();
                float value = ((Double) entry._2()).floatValue();
                if (!Float.isFinite(value)) {
                    throw new IllegalArgumentException(
                            "feature is not finite: index=" + entry._1() + ", value=" + entry._2());
                }
                if (value != 0) {
                    line.append(' ').append(entry._1()).append(':').append(value);
                }
            }
            line.append('\n');
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
