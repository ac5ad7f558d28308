package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.files.SourceFile;
import java.util.List;
import java.util.function.Supplier;

/**
 * A format whose lines are rows by themselves, so that files can be cut at any end of a line.
 *
 * @param settings that decide what a line becomes, in a form that differs if any of them does
 * @param parsers makes a parser for a thread
 * @param looks makes for a thread what tells, without parsing, how many features lines have
 */
record LineFormat(String name, String settings, Supplier<RowParser> parsers, Supplier<LineLook> looks)
        implements RowFormat {

    @Override
    public boolean readsParts() {
        return true;
    }

    @Override
    public long read(List<SourceFile> files, int threads, BadRows bad, Supplier<? extends RowSink> sinks)
            throws DataException {
        return RowReader.read(files, this, threads, bad, sinks);
    }
}
