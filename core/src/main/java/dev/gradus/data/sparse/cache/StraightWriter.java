package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.WholeFile;
import dev.gradus.data.sparse.FeatureList;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Writes a row cache in one pass over the rows: some of them are read beforehand to learn which features are frequent,
 * and then all are written as they come.
 */
record StraightWriter(RowCache.Reader reader, Path file) {

    /** Writes the file, as a whole or not at all; false if features have numbers too high for it. One at a time. */
    boolean write(String fingerprint) throws DataException {
        FrequentFeatures frequent = reader.frequent();
        try {
            WholeFile.writeUnforced(file, CacheWriter.WHAT, channel -> write(channel, frequent, fingerprint));
            return true;
        } catch (TooHighException e) {
            return false;
        }
    }

    private void write(FileChannel channel, FrequentFeatures frequent, String fingerprint) throws IOException {
        ChunkFile chunks = new ChunkFile(file, CacheWriter.WHAT, channel, CacheHeader.BYTES);
        CodedRows rows = new CodedRows(chunks, frequent);
        RowCache.Extent extent = reader.read(rows);
        if (extent.space() + frequent.size() > FeatureCounts.MOST_SPACE) {
            throw new TooHighException();
        }
        CacheWriter.requireRows(rows.rows(0), rows.rows(1), extent.skipped());
        FeatureList features = rows.features(extent.space());
        CacheWriter.requireFeatures(features, 1, rows.rows(0));
        new CacheEnd(channel, chunks)
                .write(fingerprint, new CacheEnd.Facts(features, frequent.size(), extent.skipped()));
    }

    /** Codes of features do not fit an int. */
    private static final class TooHighException extends RuntimeException {

        private static final long serialVersionUID = 1;

        TooHighException() {
            super("features have too high numbers");
        }
    }
}
