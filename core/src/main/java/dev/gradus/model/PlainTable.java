package dev.gradus.model;

/** A table as others read it: row by row, without padding. */
public record PlainTable(String name, int rows, int columns, float[] values) {}
