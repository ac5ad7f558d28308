package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.ReadFailure;
import dev.gradus.data.files.WholeFile;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Rows that were read once and are needed several times, in a file until they are closed. Threads put them in through a
 * {@link Writer} each; then they are read as a source.
 */
public final class RawRows implements AutoCloseable {

    private static final String WHAT = "raw rows";

    private final Path path;
    private final FileChannel channel;
    private final ChunkFile file;

    /** How often features occur in these rows; complete when all writers have ended. */
    private final FeatureCounts counts = new FeatureCounts(FeatureCounts.MOST_SPACE);

    /** Begins a file, replacing what another process may have left behind. One at a time. */
    public RawRows(Path path) throws DataException {
        this.path = path;
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

    /** A writer for one thread. */
    public Writer writer() {
        return new Writer(new ChunkWriter(file, false), counts.new Buffer(1));
    }

    /** How often features occur in the rows that were put in. */
    public FeatureCounts counts() {
        return counts;
    }

    /** All rows that were put in, in the order of their places. Closing it closes this. */
    public SparseSource source() throws DataException {
        try {
            return new Source(new MappedRows(new FileMap(channel), file.ordered(), false, path), this);
        } catch (IOException e) {
            throw new DataException("cannot read " + WHAT + ": file=" + path + ", " + ReadFailure.reason(e), e);
        }
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
        private final FeatureCounts.Buffer counts;

        private Writer(ChunkWriter chunks, FeatureCounts.Buffer counts) {
            this.chunks = chunks;
            this.counts = counts;
        }

        /** Begins with the rows of another place; those of one place stay together. */
        public void begin(Piece.Place place) {
            chunks.begin(place);
        }

        public void add(SparseBlock rows) throws DataException {
            chunks.add(rows);
            counts.add(rows);
        }

        /** Ends the rows of a place. */
        public void end() throws DataException {
            chunks.end();
            counts.flush();
        }
    }

    private record Source(MappedRows mapped, RawRows owner) implements SparseSource {

        @Override
        public long rows() {
            return mapped.rows();
        }

        @Override
        public Reader reader() {
            return mapped.reader();
        }

        @Override
        public void close() {
            owner.close();
        }
    }
}
