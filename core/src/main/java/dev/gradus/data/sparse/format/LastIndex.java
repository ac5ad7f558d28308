package dev.gradus.data.sparse.format;

/**
 * Looks for the last index of lines in the format of LIBSVM, which is their highest if they have no comment. Of lines
 * that are no rows it may find none: these are refused when they are parsed.
 */
final class LastIndex implements LineLook {

    private static final long[] POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};

    private long largest;

    @Override
    public boolean mayHaveComments() {
        return true;
    }

    @Override
    public void line(byte[] bytes, int from, int to) {
        int at = to - 1;
        while (at > from && bytes[at] != ':') {
            at--;
        }
        long index = 0;
        int digits = 0;
        while (--at > from && bytes[at] >= '0' && bytes[at] <= '9') {
            // What has more digits is no index, unless it begins with zeros.
            index += (bytes[at] - '0') * (digits < POWERS.length ? POWERS[digits] : 1_000_000_000L);
            digits++;
        }
        largest = Math.max(largest, Math.min(index, Integer.MAX_VALUE - 1));
    }

    @Override
    public long space() {
        return largest + 1;
    }
}
