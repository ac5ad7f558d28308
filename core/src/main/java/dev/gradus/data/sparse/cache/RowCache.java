package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.BuildLock;
import dev.gradus.data.files.Digest;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.metrics.WriteFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file of rows that is made once and then used again, by any number of processes, until its source or settings
 * change. Its name says which rows they are; that it fits them is known by its fingerprint.
 */
public final class RowCache {

    /** How long another process may take to make the same file. */
    private static final Duration PATIENCE = Duration.ofHours(2);

    /** Makes the rows, when there is no cache of them. */
    @FunctionalInterface
    public interface Maker {

        /** The rows; a file may be kept at {@code aside} until they are closed, which nobody else uses. */
        RawSet make(Path aside) throws DataException;
    }

    /** Reads the rows twice: a few to know which features are frequent, and then all. */
    public interface Reader {

        FrequentFeatures frequent() throws DataException;

        /** Puts all rows in. */
        Extent read(CodedRows into) throws DataException;
    }

    /** A number that all features are less than, and how many rows could not be used. */
    public record Extent(long space, long skipped) {}

    /** By how many threads a cache is made, who is told why, and how long others are waited for. */
    public record Manner(int threads, Consumer<String> notes, Duration patience) {

        /** A thread a core; notes go to standard error. */
        public static Manner usual() {
            return new Manner(
                    Runtime.getRuntime().availableProcessors(),
                    line -> System.err.println("gradus: " + line),
                    PATIENCE);
        }
    }

    private final Path file;
    private final String fingerprint;
    private final long minCount;
    private final Manner manner;

    /**
     * A cache in a folder, which is made if need be. Whatever decides what the rows are is in the fingerprint, a text
     * of any length.
     */
    public RowCache(Path folder, String name, String fingerprint, long minCount, Manner manner) {
        this.file = folder.resolve(name + ".rows");
        this.fingerprint = Digest.of("minCount=" + minCount + "\n" + fingerprint);
        this.minCount = minCount;
        this.manner = manner;
    }

    /** The set of some rows that are cheap to open, such as generated ones. The raw rows are closed in any case. */
    public static SparseSet open(Path folder, String name, String fingerprint, RawSet raw, int minCount)
            throws DataException {
        try (raw) {
            return new RowCache(folder, name, fingerprint, minCount, Manner.usual()).open(aside -> raw);
        }
    }

    /** The set from its file if that is there, else made, written and then opened. */
    public SparseSet open(Maker maker) throws DataException {
        return open(() -> build(maker));
    }

    /**
     * The same, made by reading straight into the file, in which all features stay; {@code otherwise} if features have
     * numbers too high for that.
     */
    public SparseSet open(Reader reader, Maker otherwise) throws DataException {
        if (minCount > 1) {
            throw new IllegalStateException("rare features are left out: minCount=" + minCount);
        }
        return open(() -> {
            if (new StraightWriter(reader, file).write(fingerprint)) {
                CheckedFiles.written(file);
            } else {
                build(otherwise);
            }
        });
    }

    /** What makes the file. */
    private interface Build {
        void run() throws DataException;
    }

    private SparseSet open(Build build) throws DataException {
        // Without the lock first: whoever only reads need not be able to write.
        if (Files.exists(file)) {
            try {
                return reuse();
            } catch (DataException e) {
                manner.notes().accept(e.getMessage() + "; making it again");
            }
        }
        createFolder();
        Path lock = sibling(".lock");
        return BuildLock.hold(new BuildLock.Wait(lock, "making the row cache", manner.patience()), () -> {
            SparseSet made = madeMeanwhile();
            if (made == null) {
                build.run();
                return reuse();
            }
            return made;
        });
    }

    private SparseSet reuse() throws DataException {
        CacheReader.Found found = CacheReader.open(file, fingerprint);
        if (found.skipped() > 0) {
            manner.notes()
                    .accept("rows were skipped because they are bad: rows=" + found.skipped() + ", cache=" + file);
        }
        return found.set();
    }

    private @Nullable SparseSet madeMeanwhile() {
        if (!Files.exists(file)) {
            return null;
        }
        try {
            return reuse();
        } catch (DataException e) {
            return null; // as it was before we had the lock, which was told
        }
    }

    private void build(Maker maker) throws DataException {
        try (RawSet raw = maker.make(sibling(".raw"))) {
            new CacheWriter(raw, minCount, manner.threads()).write(file, fingerprint);
            CheckedFiles.written(file);
        }
    }

    private Path sibling(String ending) {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ending);
    }

    private void createFolder() throws DataException {
        Path folder = file.toAbsolutePath().getParent();
        try {
            if (folder != null) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw new DataException("cannot create folder: folder=" + folder + ", " + WriteFailure.reason(e), e);
        }
    }
}
