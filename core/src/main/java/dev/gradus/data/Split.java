package dev.gradus.data;

/**
 * Holds out a fraction {@code p} of a source's rows for testing, spread evenly: row {@code r} is a test row if
 * {@code floor((r + 1) * p) > floor(r * p)}. So {@code floor(r * p)} of the first {@code r} rows are test rows, and
 * where a test or training row stands in the source follows without a table.
 */
public final class Split {

    private Split() {}

    /** The rows to train on. */
    public static RowSource train(RowSource source, double p) {
        SplitPart part = new SplitPart(source.rows(), p, false);
        return p == 0 ? source : new Part(source, part);
    }

    /** The rows held out. */
    public static RowSource test(RowSource source, double p) {
        return new Part(source, new SplitPart(source.rows(), p, true));
    }

    /** One of the two parts of a source. */
    private record Part(RowSource source, SplitPart part) implements RowSource {

        @Override
        public Shape shape() {
            return source.shape();
        }

        @Override
        public long rows() {
            return part.rows();
        }

        @Override
        public void read(long from, long to, RowSink sink) throws DataException {
            if (from < 0 || to < from || to > rows()) {
                throw new IllegalArgumentException("no such rows: from=" + from + ", to=" + to + ", rows=" + rows());
            }
            if (from == to) {
                return;
            }
            long[] row = {part.place(from)};
            source.read(row[0], part.place(to - 1) + 1, (features, label) -> {
                if (part.has(row[0])) {
                    sink.row(features, label);
                }
                row[0]++;
            });
        }
    }
}
