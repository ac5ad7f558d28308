package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.sparse.format.BadRows;
import dev.gradus.data.sparse.format.RowSink;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One pass over files by several threads, each of which takes the next file when it is done with its last. If files
 * fail, the failure of the first of them in order is what the pass fails by: those before it are read to their end.
 */
final class ColumnPass {

    private final List<SourceFile> files;
    private final ColumnSettings settings;
    private final BadRows bad;
    private final AtomicInteger next = new AtomicInteger();
    private volatile int failedFile = Integer.MAX_VALUE;
    private @Nullable DataException failure;

    ColumnPass(List<SourceFile> files, ColumnSettings settings, BadRows bad) {
        this.files = files;
        this.settings = settings;
        this.bad = bad;
    }

    /** What one thread does. */
    @Nullable
    Void work(RowSink sink) {
        for (int file = next.getAndIncrement(); isWanted(file); file = next.getAndIncrement()) {
            int number = file;
            try {
                ColumnReader reader = new ColumnReader(files.get(file), new Piece.Place(file, 0), settings, bad);
                reader.read(sink, () -> isWanted(number));
            } catch (DataException e) {
                fail(file, e);
            } catch (RuntimeException | Error e) {
                fail(-1, null); // or the others would work on for nothing
                throw e;
            }
        }
        return null;
    }

    synchronized void rethrow() throws DataException {
        if (failure != null) {
            throw failure;
        }
    }

    private boolean isWanted(int file) {
        return file < files.size() && file < failedFile;
    }

    private synchronized void fail(int file, @Nullable DataException e) {
        if (file < failedFile) {
            failedFile = file;
            failure = e;
        }
    }
}
