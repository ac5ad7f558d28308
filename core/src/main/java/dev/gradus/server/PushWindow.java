package dev.gradus.server;

/** Which pushes of one worker have come, so that one that is sent again counts once. */
final class PushWindow {

    private long highest = -1;

    /** Bit i says that number {@code highest - i} has come. */
    private long seen;

    /** Notes a number; false if it came before, or is so old that it must have. */
    boolean isNew(long number) {
        long ahead = number - highest;
        if (ahead > 0) {
            seen = ahead >= Long.SIZE ? 0 : seen << ahead;
            seen |= 1;
            highest = number;
            return true;
        }
        if (-ahead >= Long.SIZE) {
            return false;
        }
        long bit = 1L << -ahead;
        boolean first = (seen & bit) == 0;
        seen |= bit;
        return first;
    }
}
