package dev.gradus.model;

/**
 * What the rows of a table start from, told row by row: the first {@code drawn} values of row r are {@code (u(r * drawn
 * + k) - 0.5) / divisor} with numbers u that are drawn by counter under {@code key}, all others are 0.
 */
public record RowStart(long key, int drawn, double divisor) {

    /** All values are 0. */
    public static final RowStart ZERO = new RowStart(0, 0, 1);
}
