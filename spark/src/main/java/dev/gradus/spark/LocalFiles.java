package dev.gradus.spark;

import dev.gradus.data.DataKeys;
import dev.gradus.job.Job;
import dev.gradus.train.TableKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.apache.spark.util.Utils;
import scala.collection.Iterator;

/**
 * Carried files on the disk of one executor, which its ranks of one run share: the first writes them, the last removes
 * them.
 */
final class LocalFiles implements AutoCloseable {

    /** By run. Guarded by itself, as are the users of each. */
    private static final Map<String, LocalFiles> HELD = new HashMap<>();

    private final String run;
    private final Path folder;
    private int users;
    private boolean written;

    private LocalFiles(String run, Path folder) {
        this.run = run;
        this.folder = folder;
    }

    /** Those of a run; close them once for each call. */
    static LocalFiles hold(String run) {
        synchronized (HELD) {
            LocalFiles held = HELD.computeIfAbsent(run, LocalFiles::create);
            held.users++;
            return held;
        }
    }

    private static LocalFiles create(String run) {
        Path disk = Path.of(Utils.getLocalDir(SparkEnv.get().conf()));
        try {
            return new LocalFiles(run, Files.createTempDirectory(disk, "gradus-"));
        } catch (IOException e) {
            throw new UncheckedIOException("executor cannot keep rows: folder=" + disk, e);
        }
    }

    /** The job as it is here; what {@code pieces} brings is written if no other rank of this executor has. */
    Job here(Job job, Iterator<?> pieces) {
        Path rows = folder.resolve("rows");
        write(rows, pieces);
        return job.with(DataKeys.PATH, rows.toString())
                .with(TableKeys.CACHE, folder.resolve("cache").toString());
    }

    private synchronized void write(Path rows, Iterator<?> pieces) {
        if (written) {
            return;
        }
        try {
            Files.createDirectories(rows);
            while (pieces.hasNext()) {
                ((Piece) pieces.next()).writeBelow(rows);
            }
            written = true;
        } catch (IOException e) {
            throw new UncheckedIOException("executor cannot keep rows: folder=" + rows, e);
        }
    }

    @Override
    public void close() {
        synchronized (HELD) {
            if (--users > 0) {
                return;
            }
            HELD.remove(run);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("executor cannot remove rows: folder=" + folder, e);
        }
    }
}
