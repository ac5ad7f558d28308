package dev.gradus.data.sparse.cache;

import dev.gradus.data.SplitPart;
import dev.gradus.data.sparse.SparseSource;

/** One part of a source of which some rows are held out. Closes the source. */
public final class SplitRows implements SparseSource {

    private final SparseSource source;
    private final SplitPart part;

    /** The rows held out if {@code test}, else the others; {@code p} is the fraction that is held out. */
    public SplitRows(SparseSource source, double p, boolean test) {
        this.source = source;
        this.part = new SplitPart(source.rows(), p, test);
    }

    @Override
    public long rows() {
        return part.rows();
    }

    @Override
    public Reader reader() {
        Reader rows = source.reader();
        return (from, to, into) -> {
            long left = to - from;
            for (long row = left == 0 ? 0 : part.place(from); left > 0; row++) {
                // Consecutive rows in one call.
                long end = row;
                while (left > 0 && part.has(end)) {
                    end++;
                    left--;
                }
                if (end > row) {
                    rows.read(row, end, into);
                    row = end;
                }
            }
        };
    }

    @Override
    public void close() {
        source.close();
    }
}
