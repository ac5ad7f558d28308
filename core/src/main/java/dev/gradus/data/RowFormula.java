package dev.gradus.data;

/** A generated row as a function of its number. Stateless, so any thread may ask for any row. */
@FunctionalInterface
interface RowFormula {

    /** Writes the features of a row and returns its label. */
    int row(long row, float[] features);
}
