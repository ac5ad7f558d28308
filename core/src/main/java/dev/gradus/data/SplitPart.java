package dev.gradus.data;

/**
 * Which rows of a source one part of a split has, by the rule of {@link Split}.
 *
 * @param sourceRows of the source
 * @param p the fraction that is held out
 * @param test whether it is the part that is held out
 */
public record SplitPart(long sourceRows, double p, boolean test) {

    public SplitPart {
        if (!(p >= 0 && p <= 0.9)) {
            throw new IllegalArgumentException("bad fraction of test rows: p=" + p + ", expected 0 to 0.9");
        }
    }

    /** How many there are. */
    public long rows() {
        return before(sourceRows);
    }

    /** Whether a row of the source is in this part. */
    public boolean has(long row) {
        return before(row + 1) > before(row);
    }

    /** Where the row of that number stands in the source. */
    public long place(long number) {
        double share = test ? p : 1 - p;
        long place = Math.min(sourceRows - 1, (long) (number / share));
        // The estimate is at most a few rows off, by rounding and by the fraction that floor cuts.
        while (before(place + 1) > number) {
            place--;
        }
        while (before(place + 1) <= number) {
            place++;
        }
        return place;
    }

    /** How many of the first rows of the source are in this part. */
    private long before(long row) {
        long tests = (long) Math.floor(row * p);
        return test ? tests : row - tests;
    }
}
