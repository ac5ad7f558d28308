package dev.gradus.model;

/** Where a learner finds the rows of a model's tables, of which there are one or two. Owned by one thread. */
public interface RowHomes {

    /** The array a row of the first table lies in. */
    float[] inputHome(float[] parameters, int row);

    /** Where it begins there. */
    int inputAt(int row);

    /** The array a row of the second table lies in. */
    float[] outputHome(float[] parameters, int row);

    /** Where it begins there. */
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
