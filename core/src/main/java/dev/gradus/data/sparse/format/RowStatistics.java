package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.job.Job;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What one pass over the files of {@code data.path} finds. Lines that are no rows are counted and passed over.
 *
 * @param bytes of the files, as they lie on the disk
 * @param entries of all rows
 * @param positives rows whose label is 1
 * @param smallest feature that occurs; -1 if none does
 * @param largest feature that occurs; -1 if none does
 * @param firstBad the first line that is no row, with file, line and column; empty if there is none
 */
public record RowStatistics(
        int files,
        long bytes,
        long rows,
        long entries,
        long positives,
        int smallest,
        int largest,
        long badRows,
        String firstBad) {

    /** Reads the files by that many threads. */
    public static RowStatistics of(Job job, RowFormat format, int threads) throws DataException {
        List<SourceFile> files = RowFiles.find(DataKeys.PATH.name(), job.get(DataKeys.PATH));
        BadRows bad = new BadRows(true, Long.MAX_VALUE);
        List<Counter> counters = Collections.synchronizedList(new ArrayList<>());
        format.read(files, threads, bad, () -> {
            Counter counter = new Counter();
            counters.add(counter);
            return counter;
        });
        Counter sum = new Counter();
        counters.forEach(sum::add);
        return new RowStatistics(
                files.size(),
                files.stream().mapToLong(SourceFile::size).sum(),
                sum.rows,
                sum.entries,
                sum.positives,
                sum.entries == 0 ? -1 : sum.smallest,
                sum.largest,
                bad.count(),
                bad.first());
    }

    /** Counts the rows of one thread. */
    private static final class Counter implements RowSink {

        private long rows;
        private long entries;
        private long positives;
        private int smallest = Integer.MAX_VALUE;
        private int largest = -1;

        @Override
        public void begin(Piece.Place place) {}

        @Override
        public void add(SparseBlock block) {
            rows += block.rows();
            entries += block.entries();
            for (int row = 0; row < block.rows(); row++) {
                positives += block.labels()[row] == 1 ? 1 : 0;
            }
            for (int i = 0; i < block.entries(); i++) {
                smallest = Math.min(smallest, block.features()[i]);
                largest = Math.max(largest, block.features()[i]);
            }
        }

        @Override
        public void end() {}

        void add(Counter other) {
            rows += other.rows;
            entries += other.entries;
            positives += other.positives;
            smallest = Math.min(smallest, other.smallest);
            largest = Math.max(largest, other.largest);
        }
    }
}
