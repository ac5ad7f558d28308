package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Digest;
import dev.gradus.data.files.FileMemo;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.data.sparse.cache.FrequentFeatures;
import dev.gradus.data.sparse.cache.SplitRows;
import java.util.List;

/**
 * Opens sets of rows that are parsed whenever they are read. Features have places by number, so that nobody need know
 * which of them occur.
 *
 * @param threads that look through the files
 * @param wanted also where a row cache is thought to be faster
 */
record TextSet(LineFormat format, int threads, boolean wanted) {

    /** Features that have places, whether they occur or not; weights of more would take much memory. */
    private static final long MOST_SPACE = 1 << 26;

    /** Places of all features and of frequent ones once more, and of a bias, are numbered by an int. */
    private static final int MOST_PLACES = Integer.MAX_VALUE - SparseBlock.FREQUENT - 1;

    /** Bytes of text for each feature that make up for places of features that do not occur. */
    private static final int BYTES_A_FEATURE = 4;

    private static final FileMemo<FrequentFeatures> FREQUENT = new FileMemo<>();

    /** Rows to train on, and those of other files to test with or, without such, a fraction of the same. */
    SparseSet open(List<SourceFile> train, List<SourceFile> test, double fraction) throws DataException {
        LineIndex trainLines = LineIndex.of(train, format, threads);
        LineIndex testLines = test.isEmpty() ? trainLines : LineIndex.of(test, format, threads);
        long space = Math.max(trainLines.space(), testLines.space());
        long bytes = train.stream().mapToLong(SourceFile::size).sum();
        if (!wanted && space > Math.min(MOST_SPACE, bytes / BYTES_A_FEATURE)) {
            throw new UnsuitedException("too many features for so few rows: features=" + space + ", bytes=" + bytes);
        }
        if (space > MOST_PLACES) {
            throw new UnsuitedException("too many features: features=" + space + ", at most=" + MOST_PLACES);
        }
        FrequentFeatures frequent = FREQUENT.get(
                train,
                format.name() + "\n" + format.settings(),
                () -> new SampleReader(format, threads).sample(train).mostFrequent());
        if (frequent.size() == 0) {
            throw new UnsuitedException("the first rows have no feature");
        }
        SparseSource rows = new TextRows(trainLines, format, frequent, space);
        String fingerprint = Digest.of(format.name() + "\n" + format.settings() + trainLines.fingerprint()
                        + testLines.fingerprint() + (test.isEmpty() ? fraction : ""))
                .substring(0, 16);
        return test.isEmpty()
                ? new SparseSet(
                        frequent.byNumber(space),
                        new SplitRows(rows, fraction, false),
                        new SplitRows(rows, fraction, true),
                        fingerprint)
                : new SparseSet(
                        frequent.byNumber(space), rows, new TextRows(testLines, format, frequent, space), fingerprint);
    }
}
