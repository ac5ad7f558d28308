package dev.gradus.data.files;

import dev.gradus.data.DataException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One pass over files by several threads, each of which takes the next piece when it is done with its last. */
public final class FilePass {

    /** What a thread does with its pieces. */
    public interface Worker {
        void work(Piece piece) throws DataException;
    }

    private final PieceQueue queue;
    private volatile boolean failed;
    private @Nullable DataException failure;
    private Piece.@Nullable Place failedAt;

    private FilePass(PieceQueue queue) {
        this.queue = queue;
    }

    /**
     * Works through all files and returns the workers, one a thread. If several pieces fail, the first of them in the
     * files that was worked on is thrown; in a single plain file that is the first of all.
     */
    public static <W extends Worker> List<W> run(List<SourceFile> files, Cutter cutter, int threads, Supplier<W> maker)
            throws DataException {
        List<W> workers = new ArrayList<>();
        try (PieceQueue queue = new PieceQueue(files, cutter)) {
            FilePass pass = new FilePass(queue);
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                W worker = maker.get();
                workers.add(worker);
                tasks.add(() -> pass.work(worker));
            }
            Crew.run("gradus-read", tasks);
            pass.rethrow();
        }
        return workers;
    }

    private @Nullable Void work(Worker worker) {
        Piece piece = new Piece();
        while (!failed) {
            try {
                if (!queue.next(piece)) {
                    break;
                }
                worker.work(piece);
            } catch (DataException e) {
                fail(piece.place(), e);
            } catch (RuntimeException | Error e) {
                failed = true; // or the others would work on for nothing
                throw e;
            }
        }
        return null;
    }

    private synchronized void fail(Piece.Place place, DataException e) {
        failed = true;
        if (failedAt == null || place.compareTo(failedAt) < 0) {
            failedAt = place;
            failure = e;
        }
    }

    private synchronized void rethrow() throws DataException {
        if (failure != null) {
            throw failure;
        }
    }
}
