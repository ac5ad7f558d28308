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
 * Files of columns with separators between. A file is read by one thread from its start, since only from there is it
 * known whether an end of line stands in quotes; several files are read side by side.
 */
record ColumnFormat(ColumnSettings columns) implements RowFormat {

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
        ColumnPass pass = new ColumnPass(files, columns, bad);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < Math.min(threads, files.size()); i++) {
            RowSink sink = sinks.get();
            tasks.add(() -> pass.work(sink));
        }
        Crew.run("gradus-read", tasks);
        pass.rethrow();
        return columns.hash().space();
    }
}
