package dev.gradus.model;

/** Where the rows of tables lie in an array that holds some of them. Changes from block to block. */
public interface RowPlaces {

    /** Where a row begins that is there; {@code table} is the index of a block of the layout. */
    int at(int table, int row);
}
