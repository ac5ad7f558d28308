package dev.gradus.model;

/**
 * Where a learner finds the rows of a model's tables, of which there are one or two, in the array that it is given.
 * Owned by one thread.
 */
public interface RowHomes {

    /** Where a row of the first table begins. */
    int inputAt(int row);

    /** Where a row of the second table begins. */
    int outputAt(int row);

    /** Takes copies, if this keeps any and has none. */
    void load(float[] parameters);

    /** Hears that so many samples have gone by. */
    void passed(int count, float[] parameters);

    /** Brings home what copies have become, and forgets them. */
    void settle(float[] parameters);

    /** Homes in an array that holds a few rows of both tables and nothing else, where {@code places} says. */
    static RowHomes at(RowPlaces places) {
        return new PlacedRows(places);
    }
}
