package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.WholeFile;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that were read once and are needed several times, in a file until they are closed. Threads put them in through a
 * {@link Writer} each; then they are read as a source.
 */
public final class RawRows implements AutoCloseable {

    private static final String WHAT = "raw rows";

    private final Path path;
    private final FileChannel channel;
    private final ChunkFile file;

    /** How often features occur in these rows, complete when the counters of all writers are flushed; or nothing. */
    private final @Nullable FeatureCounts counts;

    /** One of each writer. */
    private final List<FeatureCounts.Buffer> counters = new ArrayList<>();

    /**
     * Begins a file, replacing what another process may have left behind, one at a time; {@code counted} if it will be
     * asked how often features occur, which takes time and memory.
     */
    public RawRows(Path path, boolean counted) throws DataException {
        this.path = path;
        this.counts = counted ? new FeatureCounts(FeatureCounts.MOST_SPACE) : null;
        try {
            this.channel = FileChannel.open(
                    path,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw WholeFile.failure(path, WHAT, e);
        }
        this.file = new ChunkFile(path, WHAT, channel, 0);
    }

    /** A writer for one thread. Writers are made by one. */
    public Writer writer() {
        FeatureCounts.Buffer counter = counts == null ? null : counts.new Buffer(1);
        if (counter != null) {
            counters.add(counter);
        }
        return new Writer(new ChunkWriter(file), counter);
    }

    /** How often features occur in the rows that were put in. Nobody may put in any more. */
    public FeatureCounts counts() {
        if (counts == null) {
            throw new IllegalStateException("features were not counted: file=" + path);
        }
        counters.forEach(FeatureCounts.Buffer::flush);
        return counts;
    }

    /** All rows that were put in, in the order of their places. Closing it closes this. */
    public SparseSource source() {
        return new Source(
                new StoredRows(new StoredRows.Place(path, new FileBytes(path, channel), null), file.ordered()), this);
    }

    /** Removes the file. */
    @Override
    public void close() {
        try {
            channel.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + WHAT + ": file=" + path, e);
        }
    }

    /** Puts the rows of one thread in. */
    public static final class Writer {

        private final ChunkWriter chunks;
        private final FeatureCounts.@Nullable Buffer counter;

        private Writer(ChunkWriter chunks, FeatureCounts.@Nullable Buffer counter) {
            this.chunks = chunks;
            this.counter = counter;
        }

        /** Begins with the rows of another place; those of one place stay together. */
        public void begin(Piece.Place place) {
            chunks.begin(place);
        }

        public void add(SparseBlock rows) throws DataException {
            chunks.add(rows);
            if (counter != null) {
                counter.add(rows);
            }
        }

        /** Ends the rows of a place. */
        public void end() throws DataException {
            chunks.end();
        }
    }

    private record Source(StoredRows stored, RawRows owner) implements SparseSource {

        @Override
        public long rows() {
            return stored.rows();
        }

        @Override
        public Reader reader() {
            return stored.reader();
        }

        @Override
        public void close() {
            owner.close();
        }
    }
}
