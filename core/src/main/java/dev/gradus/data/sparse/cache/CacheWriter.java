package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.WholeFile;
import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;
import java.nio.file.Path;

/**
 * Writes a row cache. One pass over the training rows counts how often each feature occurs, unless that is known;
 * another one over all rows writes them with the places of features in the order of these counts. What is read back
 * does not depend on the number of threads.
 */
final class CacheWriter {

    static final String WHAT = "row cache";

    private final RawSet raw;
    private final long minCount;
    private final int threads;

    /** Features that occur in less than {@code minCount} entries of training rows are left out. */
    CacheWriter(RawSet raw, long minCount, int threads) {
        this.raw = raw;
        this.minCount = minCount;
        this.threads = threads;
    }

    /** Writes the file, as a whole or not at all. One writer at a time. */
    void write(Path file, String fingerprint) throws DataException {
        requireRows(raw.train().rows(), raw.test().rows(), raw.skipped());
        FeatureCounts counts = count();
        FeatureList features = counts.rank(minCount, raw.space());
        requireFeatures(features, minCount, raw.train().rows());
        WholeFile.writeUnforced(file, WHAT, channel -> {
            ChunkFile chunks = new ChunkFile(file, WHAT, channel, CacheHeader.BYTES);
            rewrite(raw.train(), counts, chunks, 0);
            rewrite(raw.test(), counts, chunks, 1);
            new CacheEnd(channel, chunks)
                    .write(fingerprint, new CacheEnd.Facts(features, CacheHeader.Features.ALL_PLACES, raw.skipped()));
        });
    }

    static void requireRows(long train, long test, long skipped) throws DataException {
        if (train == 0) {
            throw new DataException("no rows to train on: rows held out=" + test + ", rows skipped=" + skipped);
        }
    }

    static void requireFeatures(FeatureList features, long minCount, long rows) throws DataException {
        if (features.size() == 0) {
            throw new DataException(
                    "no feature is left: data.minCount=" + minCount + ", rows=" + rows + "; lower data.minCount");
        }
    }

    /** How often features occur in the rows to train on. */
    private FeatureCounts count() throws DataException {
        RawSet.Counted counted = raw.counted();
        if (counted == null) {
            FeatureCounts counts = new FeatureCounts(raw.space());
            count(raw.train(), counts, 1);
            return counts;
        }
        if (counted.withTest()) {
            count(raw.test(), counted.counts(), -1);
        }
        return counted.counts();
    }

    private void count(SparseSource rows, FeatureCounts counts, int times) throws DataException {
        RowRanges.run(rows.rows(), threads, () -> new Counter(rows, counts.new Buffer(times)));
    }

    private void rewrite(SparseSource rows, FeatureCounts counts, ChunkFile file, int part) throws DataException {
        RowRanges.run(rows.rows(), threads, () -> new RowRewriter(rows, counts, file, part));
    }

    /** Counts the features of the rows that one thread gets. */
    private static final class Counter implements RowRanges.Worker {

        private final SparseSource.Reader reader;
        private final FeatureCounts.Buffer counts;
        private final SparseBlock block = new SparseBlock();

        Counter(SparseSource rows, FeatureCounts.Buffer counts) {
            this.reader = rows.reader();
            this.counts = counts;
        }

        @Override
        public void work(long from, long to) throws DataException {
            for (long next = from; next < to; next += Chunk.GROUP_ROWS) {
                block.clear();
                reader.read(next, Math.min(to, next + Chunk.GROUP_ROWS), block);
                counts.add(block);
            }
        }

        @Override
        public void end() {
            counts.flush();
        }
    }
}
