package dev.gradus.forecast;

/**
 * One exchange of a step: a bucket of a gradient, the touched rows of a table, or parameters to average.
 *
 * @param bytes what each of two ranks sends for it
 * @param growth how the rows that are touched grow with the blocks that touch them: {@code rows ~ blocks^growth}. 0
 *     where all are sent whatever was touched, 1 where no two blocks touch the same row
 * @param early seconds before the end of a rank's computation at which it may begin
 * @param meetings how often ranks wait for each other's messages, one after the other
 */
public record Sum(double bytes, double growth, double early, int meetings) {

    public Sum {
        if (!(bytes >= 0) || !(growth >= 0) || growth > 1 || !(early >= 0) || meetings < 1) {
            throw new IllegalArgumentException("sum cannot be: bytes=" + bytes + ", growth=" + growth + ", early="
                    + early + ", meetings=" + meetings);
        }
    }

    /** A range of so many bytes of which all is sent, after the computation. */
    public static Sum dense(double bytes) {
        return new Sum(bytes, 0, 0, 1);
    }

    /**
     * What each of n ranks sends if every rank sends owners its rows and owners send all of theirs back: {@code (n - 1)
     * / n} of the rows that it touched and as much of those that all touched. With dense ranges that is the least there
     * is, {@code 2 (n - 1) / n}.
     */
    public double bytes(int ranks) {
        if (ranks == 1) {
            return 0;
        }
        double own = Math.pow(2.0 / ranks, growth);
        double all = Math.pow(2, growth);
        return bytes * 2 * (ranks - 1) / ranks * (own + all) / (1 + all);
    }

    /** What one rank has to say if it does the work of all: what it would pull from servers, or push to them. */
    public double alone() {
        double all = Math.pow(2, growth);
        return bytes * 2 * all / (1 + all);
    }

    /** The same with that part of the bytes, as compression would have it. */
    public Sum times(double factor) {
        return new Sum(bytes * factor, growth, early, meetings);
    }

    /** Whether touched rows are sent rather than all. */
    public boolean sparse() {
        return growth > 0;
    }
}
