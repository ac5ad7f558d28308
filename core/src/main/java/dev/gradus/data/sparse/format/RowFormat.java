package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.files.SourceFile;
import java.util.List;
import java.util.function.Supplier;

/** How files become rows. */
public interface RowFormat {

    String name();

    /** What decides what a file becomes, in a form that differs if any of it does. */
    String settings();

    /** Whether a part of a file can be read without the rest of it. */
    default boolean readsParts() {
        return false;
    }

    /**
     * Hands all rows of some files to sinks, one a thread, and returns a number that all features are less than. May
     * use fewer threads; rows and their places do not depend on how many there are.
     */
    long read(List<SourceFile> files, int threads, BadRows bad, Supplier<? extends RowSink> sinks) throws DataException;
}
