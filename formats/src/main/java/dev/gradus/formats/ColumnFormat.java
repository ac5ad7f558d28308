package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Crew;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.sparse.format.BadRows;
import dev.gradus.data.sparse.format.RowFormat;
import dev.gradus.data.sparse.format.RowSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * Files of columns with separators between. Several files are read side by side, each by one thread from its start,
 * since only from there is it known whether an end of line stands in quotes. Where there are more threads than files,
 * files without quotes are cut.
 */
record ColumnFormat(ColumnSettings columns) implements RowFormat {

    /** Smaller files are read before they are looked at. */
    private static final long CUT_BYTES = 1 << 23;

    @Override
    public String name() {
        return ColumnsKind.NAME;
    }

    @Override
    public String settings() {
        return columns.text();
    }

    @Override
    public long read(List<SourceFile> files, int threads, BadRows bad, Supplier<? extends RowSink> sinks)
            throws DataException {
        if (files.size() < threads && isLarge(files) && CutCheck.passes(files, ColumnPieces.CUTTER, threads)) {
            List<RowSink> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                all.add(sinks.get());
            }
            ColumnPieces.read(files, columns, ColumnPieces.CUTTER, bad, all);
        } else {
            readWhole(files, threads, bad, sinks);
        }
        return columns.hash().space();
    }

    /** Whether there are several pieces for each thread that is more. */
    private static boolean isLarge(List<SourceFile> files) {
        return files.stream().mapToLong(SourceFile::size).sum() >= CUT_BYTES;
    }

    private void readWhole(List<SourceFile> files, int threads, BadRows bad, Supplier<? extends RowSink> sinks)
            throws DataException {
        ColumnPass pass = new ColumnPass(files, columns, bad);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < Math.min(threads, files.size()); i++) {
            RowSink sink = sinks.get();
            tasks.add(() -> pass.work(sink));
        }
        Crew.run("gradus-read", tasks);
        pass.rethrow();
    }
}
