package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Crew;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** One pass over rows by several threads, each of which takes the next range when it is done with its last. */
final class RowRanges {

    /** What a thread does with its ranges. */
    interface Worker {
        void work(long from, long to) throws DataException;

        /** There are no more ranges. */
        default void end() {}
    }

    /** Many chunks: a thread finds its first row in the middle of what another one has. */
    static final int RANGE_ROWS = 8 * Chunk.MOST_ROWS;

    private RowRanges() {}

    /** Works through all rows. */
    static void run(long rows, int threads, Supplier<? extends Worker> maker) throws DataException {
        AtomicLong next = new AtomicLong();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Worker worker = maker.get();
            tasks.add(() -> {
                work(worker, next, rows);
                return null;
            });
        }
        Crew.run("gradus-rows", tasks);
    }

    private static void work(Worker worker, AtomicLong next, long rows) throws DataException {
        boolean done = false;
        try {
            for (long from; (from = next.getAndAdd(RANGE_ROWS)) < rows; ) {
                worker.work(from, Math.min(rows, from + RANGE_ROWS));
            }
            worker.end();
            done = true;
        } finally {
            if (!done) {
                next.set(rows); // or the others would work on for nothing
            }
        }
    }
}
