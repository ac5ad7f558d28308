package dev.gradus.forecast;

/** How a sum over links is formed; the names and the choice are those of {@code exchange}. */
public enum Algorithm {
    DIRECT,
    DOUBLING,
    OWNERS,
    RING;

    /** Bytes up to which latency counts for more than bytes. */
    static final double SHORT_BYTES = 4 * 8192;

    private static final int FEW_RANKS = 2;

    /** Bytes of a piece of all ranks together, and the least of one rank's. */
    private static final int PIECE_BYTES = 128 << 10;

    private static final int LEAST_PIECE_BYTES = 16 << 10;

    /**
     * What a run takes for a range of so many bytes if the job leaves it to the program. Partners share a long one by
     * doubling or by halves: the same bytes as by owners, which stand for both here, in fewer messages.
     */
    public static Algorithm auto(double bytes, int ranks) {
        if (bytes > SHORT_BYTES) {
            return OWNERS;
        }
        return ranks > FEW_RANKS && Integer.bitCount(ranks) == 1 ? DOUBLING : DIRECT;
    }

    /** Pieces in which owners exchange each chunk of a range. */
    static int pieces(double bytes, int ranks) {
        double piece = Math.max(LEAST_PIECE_BYTES, (double) PIECE_BYTES / ranks);
        return (int) Math.max(1, Math.ceil(bytes / ranks / piece));
    }
}
