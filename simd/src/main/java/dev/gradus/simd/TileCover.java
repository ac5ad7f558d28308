package dev.gradus.simd;

import dev.gradus.math.ConvolutionKernel;

/**
 * How a side of an image of outputs is cut into <em>pieces</em>: first some of four outputs, then some of three. What
 * they reach over the side is computed for nothing.
 */
record TileCover(int fours, int threes) {

    /** The most points that a piece has: those of four outputs. */
    static final int POINTS = 6;

    /** Those that every piece has. */
    static final int COMMON_POINTS = 5;

    private static final int WINDOW_REST = ConvolutionKernel.WINDOW - 1;
    private static final int FOUR = 4;
    private static final int THREE = 3;

    /** The pieces with the fewest points in all; where that leaves a choice, more of three, which err less. */
    static TileCover of(int side) {
        TileCover best = new TileCover(0, (side + THREE - 1) / THREE);
        for (int fours = 1; (fours - 1) * FOUR < side; fours++) {
            int left = Math.max(0, side - fours * FOUR);
            TileCover next = new TileCover(fours, (left + THREE - 1) / THREE);
            if (next.points() < best.points()) {
                best = next;
            }
        }
        return best;
    }

    int pieces() {
        return fours + threes;
    }

    /** Outputs of all pieces, which are the side or a little more. */
    int outputs() {
        return fours * FOUR + threes * THREE;
    }

    /** Values that go into them: each side of the window but one reaches further. */
    int values() {
        return outputs() + WINDOW_REST;
    }

    int points() {
        return fours * POINTS + threes * COMMON_POINTS;
    }

    /** Pieces that have the point. */
    int piecesWith(int point) {
        return point < COMMON_POINTS ? pieces() : fours;
    }

    /** Outputs of the piece. */
    int outputs(int piece) {
        return piece < fours ? FOUR : THREE;
    }

    /** The first output of the piece, and the first value that goes into it. */
    int from(int piece) {
        return Math.min(piece, fours) * FOUR + Math.max(0, piece - fours) * THREE;
    }
}
