package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.WholeFile;
import dev.gradus.data.sparse.FeatureList;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.zip.CRC32C;

/** What a row cache has besides its chunks: features and the table of chunks behind them, and the header. */
record CacheEnd(FileChannel channel, ChunkFile file) {

    private static final int BUFFER_BYTES = 1 << 20;

    /**
     * What is known when all rows are written.
     *
     * @param frequent features whose code in rows is their place, or that rows have places
     * @param skipped rows that could not be used
     */
    record Facts(FeatureList features, int frequent, long skipped) {}

    /** Writes it; chunks whose place has file 0 are of training rows, and stand before all others. */
    void write(String fingerprint, Facts facts) throws IOException {
        FeatureList features = facts.features();
        List<Chunk> chunks = file.ordered();
        long chunksTo = file.end();
        int featuresCrc = writeFeatures(features);
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
                features.space(),
                facts.skipped(),
                chunksTo,
                new CacheHeader.Features(features.size(), featuresCrc, facts.frequent()),
                new CacheHeader.Table(train, chunks.size() - train, (int) crc.getValue()));
        WholeFile.writeFully(channel, header.encode(), 0);
    }

    private int writeFeatures(FeatureList features) throws DataException {
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
}
