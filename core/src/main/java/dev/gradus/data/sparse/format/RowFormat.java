package dev.gradus.data.sparse.format;

import java.util.function.Supplier;

/**
 * How lines become rows.
 *
 * @param name of the format
 * @param settings that decide what a line becomes, in a form that differs if any of them does
 * @param parsers makes a parser for a thread
 */
public record RowFormat(String name, String settings, Supplier<RowParser> parsers) {}
