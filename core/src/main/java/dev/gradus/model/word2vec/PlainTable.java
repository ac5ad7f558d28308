package dev.gradus.model.word2vec;

/** A table as others read it: row by row, without padding. */
public record PlainTable(String name, int rows, int columns, float[] values) {}
