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
        check(p);
        return p == 0 ? source : new Part(source, p, false);
    }

    /** The rows held out. */
    public static RowSource test(RowSource source, double p) {
        check(p);
        return new Part(source, p, true);
    }

    private static void check(double p) {
        if (!(p >= 0 && p <= 0.9)) {
            throw new IllegalArgumentException("bad fraction of test rows: p=" + p + ", expected 0 to 0.9");
        }
    }

    /** One of the two parts of a source. */
    private record Part(RowSource source, double p, boolean test) implements RowSource {

        @Override
        public Shape shape() {
            return source.shape();
        }

        @Override
        public long rows() {
            return before(source.rows());
        }

        @Override
        public void read(long from, long to, RowSink sink) throws DataException {
            if (from < 0 || to < from || to > rows()) {
                throw new IllegalArgumentException("no such rows: from=" + from + ", to=" + to + ", rows=" + rows());
            }
            if (from == to) {
                return;
            }
            long[] row = {place(from)};
            source.read(row[0], place(to - 1) + 1, (features, label) -> {
                if (before(row[0] + 1) > before(row[0])) {
                    sink.row(features, label);
                }
                row[0]++;
            });
        }

        /** How many of the first rows of the source are in this part. */
        private long before(long row) {
            long tests = (long) Math.floor(row * p);
            return test ? tests : row - tests;
        }

        /** Where the row of that number stands in the source. */
        private long place(long number) {
            double share = test ? p : 1 - p;
            long place = Math.min(source.rows() - 1, (long) (number / share));
            // The estimate is at most a few rows off, by rounding and by the fraction that floor cuts.
            while (before(place + 1) > number) {
                place--;
            }
            while (before(place + 1) <= number) {
                place++;
            }
            return place;
        }
    }
}
