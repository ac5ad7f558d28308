package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rows in chunks of a file. */
final class StoredRows implements SparseSource {

    /** Rows that are read at once at least, if the chunk has them. */
    private static final int AHEAD_ROWS = 256;

    /** The file that rows are in, and what makes places of their codes, unless they have places. */
    record Place(Path file, FileBytes bytes, @Nullable FeatureIndex index) {}

    private final FileBytes stored;
    private final Chunk[] chunks;
    private final Path file;
    private final @Nullable FeatureIndex index;

    /** Which row each chunk begins with; and behind them how many there are. */
    private final long[] starts;

    StoredRows(Place place, List<Chunk> chunks) {
        this.stored = place.bytes();
        this.chunks = chunks.toArray(new Chunk[0]);
        this.file = place.file();
        this.index = place.index();
        this.starts = new long[chunks.size() + 1];
        for (int i = 0; i < this.chunks.length; i++) {
            starts[i + 1] = starts[i] + this.chunks[i].rows();
        }
    }

    @Override
    public long rows() {
        return starts[chunks.length];
    }

    @Override
    public long storedBytes() {
        return Arrays.stream(chunks).mapToLong(Chunk::bytes).sum();
    }

    @Override
    public Reader reader() {
        return new Cursor();
    }

    @Override
    public void close() {
        stored.close();
    }

    /** Some rows of one chunk, of which those before {@code row} have been read. */
    private final class Cursor implements Reader {

        private final RowDecoder decoder = new RowDecoder();
        private byte[] bytes = new byte[0];

        /** Where the groups of rows of the chunk begin; and behind them where the last ends. */
        private int[] groups = new int[0];

        private int chunk = -1;
        private int row;
        private int end;
        private int at;

        @Override
        public void read(long from, long to, SparseBlock into) throws DataException {
            if (from < 0 || to < from || to > rows()) {
                throw new IllegalArgumentException("no such rows: from=" + from + ", to=" + to + ", rows=" + rows());
            }
            try {
                int before = into.rows();
                readRows(from, to, into);
                if (index != null) {
                    index.toPlaces(into, before);
                }
            } catch (IndexOutOfBoundsException e) {
                // Checksums were right, so whoever wrote it was wrong; every place in it would have to be looked at.
                throw new DataException("rows are damaged: file=" + file + ", chunk=" + chunk, e);
            }
        }

        private void readRows(long from, long to, SparseBlock into) throws DataException {
            for (long next = from; next < to; ) {
                int number = chunkOf(next);
                int first = (int) (next - starts[number]);
                int last = (int) Math.min(to - starts[number], chunks[number].rows());
                seek(number, first, last);
                int count = Math.min(last, end) - first;
                at = decoder.read(bytes, at, count, into);
                row += count;
                next += count;
            }
        }

        private int chunkOf(long number) {
            if (chunk >= 0 && number >= starts[chunk]) {
                if (number < starts[chunk + 1]) {
                    return chunk;
                }
                if (chunk + 2 < starts.length && number < starts[chunk + 2]) {
                    return chunk + 1;
                }
            }
            int found = Arrays.binarySearch(starts, number);
            return found < 0 ? -found - 2 : found;
        }

        /** Makes {@code first} the next row, and has at least one of those up to {@code last}. */
        private void seek(int number, int first, int last) throws DataException {
            if (number != chunk || first < row || first >= end) {
                load(number, first, Math.min(chunks[number].rows(), Math.max(last, first + AHEAD_ROWS)));
            }
            at = decoder.skip(bytes, at, first - row);
            row = first;
        }

        private void load(int number, int first, int last) throws DataException {
            Chunk loaded = chunks[number];
            if (number != chunk) {
                chunk = -1; // or a failure would leave the places of one chunk with the number of another
                places(loaded);
                chunk = number;
            }
            int group = first / Chunk.GROUP_ROWS;
            int endGroup = (last + Chunk.GROUP_ROWS - 1) / Chunk.GROUP_ROWS;
            int from = groups[group];
            int to = groups[endGroup];
            Objects.checkFromToIndex(from, to, loaded.indexFrom());
            reserve(to - from);
            row = 0;
            end = 0; // nothing, should reading fail
            stored.copy(loaded.offset() + from, bytes, to - from);
            row = group * Chunk.GROUP_ROWS;
            end = Math.min(loaded.rows(), endGroup * Chunk.GROUP_ROWS);
            at = 0;
        }

        private void places(Chunk of) throws DataException {
            int count = of.groups();
            reserve(Integer.BYTES * count);
            stored.copy(of.offset() + of.indexFrom(), bytes, Integer.BYTES * count);
            if (groups.length <= count) {
                groups = new int[count + 1];
            }
            for (int i = 0; i < count; i++) {
                groups[i] = (int) RowEncoder.INTS.get(bytes, Integer.BYTES * i);
            }
            groups[count] = of.indexFrom();
        }

        private void reserve(int length) {
            if (bytes.length < length + RowEncoder.SLACK) {
                bytes = new byte[length + (length >> 2) + RowEncoder.SLACK];
            }
        }
    }
}
