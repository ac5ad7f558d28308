package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.cache.FeatureSample;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads the first pieces of files to learn which features are frequent. Rows that are bad are passed over. */
record SampleReader(RowFormat format, int threads) {

    /**
     * 8 MiB: of clicks, the 16,384 features that are the most frequent of these are 90.3 % of all entries, those that
     * really are 91.1 %.
     */
    private static final int PIECES = 8;

    FeatureSample sample(List<SourceFile> files) throws DataException {
        FeatureSample sample = new FeatureSample();
        AtomicInteger read = new AtomicInteger();
        for (int i = 0; i < files.size() && read.get() < PIECES; i++) {
            int most = PIECES - read.get();
            SourceFile file = files.get(i);
            // One more than is counted, or the last one would end within a line.
            long to = Math.min(file.to(), file.from() + (most + 1L) * RowReader.PIECE_BYTES);
            BadRows none = new BadRows(true, Long.MAX_VALUE);
            format.read(
                    List.of(file.with(file.from(), to)), threads, none, () -> new Sink(sample.counter(), most, read));
        }
        return sample;
    }

    /** Counts the rows of the first pieces. */
    private static final class Sink implements RowSink {

        private final FeatureSample.Counter counter;
        private final int pieces;
        private final AtomicInteger read;
        private boolean counts;

        Sink(FeatureSample.Counter counter, int pieces, AtomicInteger read) {
            this.counter = counter;
            this.pieces = pieces;
            this.read = read;
        }

        @Override
        public void begin(Piece.Place place) {
            counts = place.number() < pieces;
        }

        @Override
        public void add(SparseBlock rows) {
            if (counts) {
                counter.add(rows);
            }
        }

        @Override
        public void end() {
            if (counts) {
                read.incrementAndGet();
            }
        }
    }
}
