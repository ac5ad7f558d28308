package dev.gradus.spark.ml;

import dev.gradus.data.DataException;
import dev.gradus.data.RowSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.spark.sql.catalyst.InternalRow;

/** Rows of one partition in memory. Filled by one thread, then only read. */
final class HeldPart implements PartRows {

    /** Numbers of an array, more or less: short enough that the collector need not find much room at once. */
    private static final int AT_ONCE = 1 << 16;

    private final DenseWriter writer;
    private final int width;
    private final int perArray;

    /** Label and features of row after row. */
    private final List<float[]> arrays = new ArrayList<>();

    private int lastRows;

    HeldPart(DenseWriter writer) {
        this.writer = writer;
        this.width = writer.features() + 1;
        this.perArray = Math.max(1, AT_ONCE / width);
        this.lastRows = perArray;
    }

    /** Takes rows as long as {@code grants} allows so many more bytes, and returns whether these were all. */
    boolean fill(Iterator<InternalRow> rows, IntPredicate grants) {
        while (rows.hasNext()) {
            if (lastRows == perArray) {
                if (!grants.test(perArray * width * Float.BYTES)) {
                    return false;
                }
                arrays.add(new float[perArray * width]);
                lastRows = 0;
            }
            float[] last = arrays.get(arrays.size() - 1);
            int at = lastRows * width;
            // Within one method, which the compiler sees as a whole.
            while (lastRows < perArray && rows.hasNext()) {
                last[at] = writer.fill(rows.next(), last, at + 1);
                at += width;
                lastRows++;
            }
        }
        return true;
    }

    /** Writes the rows as their file has them. */
    void moveTo(RowBytes bytes, WritableByteChannel out) throws IOException {
        for (long row = 0; row < count(); row++) {
            float[] array = arrays.get((int) (row / perArray));
            int at = (int) (row % perArray) * width;
            ByteBuffer room = bytes.room(width * Float.BYTES).putInt((int) array[at]);
            for (int i = 1; i < width; i++) {
                room.putFloat(array[at + i]);
            }
            bytes.moveIfMany(out);
        }
    }

    @Override
    public int features() {
        return writer.features();
    }

    @Override
    public long count() {
        return (long) perArray * (arrays.size() - 1) + lastRows;
    }

    @Override
    public void read(long from, long to, RowSink sink) throws DataException {
        float[] row = new float[writer.features()];
        for (long next = from; next < to; ) {
            float[] array = arrays.get((int) (next / perArray));
            int first = (int) (next % perArray);
            int end = (int) Math.min(perArray, first + to - next);
            for (int i = first; i < end; i++) {
                System.arraycopy(array, i * width + 1, row, 0, row.length);
                sink.row(row, (int) array[i * width]);
            }
            next += end - first;
        }
    }
}
