package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.WholeFile;
import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Writes a row cache. One pass over the training rows counts how often each feature occurs, unless that is known;
 * another one over all rows writes them with the places of features in the order of these counts. What is read back
 * does not depend on the number of threads.
 */
final class CacheWriter {

    private static final String WHAT = "row cache";
    private static final int BUFFER_BYTES = 1 << 20;

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
        if (raw.train().rows() == 0) {
            throw new DataException(
                    "no rows to train on: rows held out=" + raw.test().rows() + ", rows skipped=" + raw.skipped());
        }
        FeatureCounts counts = count();
        FeatureList features = counts.rank(minCount, raw.space());
        if (features.size() == 0) {
            throw new DataException("no feature is left: data.minCount=" + minCount + ", rows="
                    + raw.train().rows() + "; lower data.minCount");
        }
        WholeFile.writeUnforced(file, WHAT, channel -> {
            ChunkFile chunks = new ChunkFile(file, WHAT, channel, CacheHeader.BYTES);
            rewrite(raw.train(), counts, chunks, 0);
            rewrite(raw.test(), counts, chunks, 1);
            finish(channel, chunks, features, fingerprint);
        });
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

    private void finish(FileChannel channel, ChunkFile file, FeatureList features, String fingerprint)
            throws IOException {
        List<Chunk> chunks = file.ordered();
        long chunksTo = file.end();
        int featuresCrc = writeFeatures(file, features);
        ByteBuffer table = ByteBuffer.allocate(Math.multiplyExact(Chunk.ENTRY_BYTES, chunks.size()))
                .order(ByteOrder.LITTLE_ENDIAN);
        chunks.forEach(chunk -> chunk.writeTo(table));
        CRC32C crc = new CRC32C();
        crc.update(table.flip());
        file.write(table.rewind());
        int train =
                (int) chunks.stream().filter(chunk -> chunk.place().file() == 0).count();
        CacheHeader header = new CacheHeader(
                fingerprint,
                raw.space(),
                raw.skipped(),
                chunksTo,
                new CacheHeader.Features(features.size(), featuresCrc),
                new CacheHeader.Table(train, chunks.size() - train, (int) crc.getValue()));
        WholeFile.writeFully(channel, header.encode(), 0);
    }

    private static int writeFeatures(ChunkFile file, FeatureList features) throws DataException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        CRC32C crc = new CRC32C();
        for (int from = 0; from < features.size(); from += BUFFER_BYTES / Integer.BYTES) {
            int count = Math.min(BUFFER_BYTES / Integer.BYTES, features.size() - from);
            buffer.clear().limit(Integer.BYTES * count);
            buffer.asIntBuffer().put(features.ids(), from, count);
            crc.update(buffer);
            file.write(buffer.rewind());
        }
        return (int) crc.getValue();
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
