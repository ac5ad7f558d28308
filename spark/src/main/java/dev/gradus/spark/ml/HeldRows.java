package dev.gradus.spark.ml;

import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Rows of a data frame that ranks of the same process read from its memory, as far as there is room: partitions that
 * find none are in files. A job asks for them by the folder that it names as {@code data.path}, and finds files there.
 * Any thread may use it. Closing lets go of the rows.
 */
final class HeldRows implements AutoCloseable {

    private static final Map<String, HeldRows> BY_FOLDER = new ConcurrentHashMap<>();

    /** Of the heap; ranks take as much again for what they make of the rows. */
    private static final int SHARE = 8;

    private final String folder;
    private final AtomicLong left;
    private final SortedMap<String, HeldPart> parts = new ConcurrentSkipListMap<>();

    private HeldRows(String folder, long most) {
        this.folder = folder;
        this.left = new AtomicLong(most);
    }

    /** Holds rows for that folder, as many as are no burden. */
    static HeldRows open(String folder) {
        return open(folder, Runtime.getRuntime().maxMemory() / SHARE);
    }

    /** Holds so many bytes at most. */
    static HeldRows open(String folder, long most) {
        HeldRows rows = new HeldRows(folder, most);
        BY_FOLDER.put(folder, rows);
        return rows;
    }

    /** Those of a folder, if there are any in this process. */
    static Optional<HeldRows> of(String folder) {
        return Optional.ofNullable(BY_FOLDER.get(folder));
    }

    /** Takes as many rows as there is room for; all if the iterator is at its end then. */
    HeldPart take(Iterator<InternalRow> rows, DenseWriter writer) {
        HeldPart part = new HeldPart(writer);
        part.fill(rows, bytes -> left.addAndGet(-bytes) >= 0);
        return part;
    }

    /** Keeps a partition that is whole, under the name that its file would have. */
    void keep(String name, HeldPart part) {
        parts.put(name, part);
    }

    /** Partitions in memory, by the names of files. */
    SortedMap<String, HeldPart> parts() {
        return parts;
    }

    @Override
    public void close() {
        BY_FOLDER.remove(folder);
    }
}
