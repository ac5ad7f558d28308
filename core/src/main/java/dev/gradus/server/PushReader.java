package dev.gradus.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a push as a whole, before anything of it is applied, and refuses what no table could take. Its memory is used
 * again for the next push.
 */
final class PushReader {

    /** Rows of one node and table: where their places and values begin. */
    record Part(int node, ShardTable table, int count, int placesAt, int valuesAt) {}

    /** What a push says of itself. */
    record Head(long number, long step, long phase, long ticket, long samples, double rate, long basis, long carried) {}

    /** Bytes of a head and of the count of parts. */
    static final int HEAD_BYTES = 8 * Long.BYTES + Integer.BYTES;

    /** Bytes in front of the rows of each part, the count of rows apart. */
    static final int PART_BYTES = 3 * Integer.BYTES;

    private static final int MOST_PARTS = 1 << 16;

    private final PlaceCodec codec = new PlaceCodec();
    private int[] places = new int[1024];
    private float[] values = new float[1024];
    private int placesTo;
    private int valuesTo;
    private final List<Part> parts = new ArrayList<>();

    static Head head(ByteBuffer in) throws IOException {
        if (in.remaining() < HEAD_BYTES) {
            throw new IOException("push is cut off: bytes=" + in.remaining());
        }
        return new Head(
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getDouble(),
                in.getLong(),
                in.getLong());
    }

    static void putHead(ByteBuffer out, Head head) {
        out.putLong(head.number()).putLong(head.step()).putLong(head.phase()).putLong(head.ticket());
        out.putLong(head.samples()).putDouble(head.rate()).putLong(head.basis()).putLong(head.carried());
    }

    /** Reads all parts, which follow the head. */
    void read(ByteBuffer in, List<ShardTable> tables, boolean bf16) throws IOException, Refusal {
        parts.clear();
        placesTo = 0;
        valuesTo = 0;
        if (in.remaining() < Integer.BYTES) {
            throw new IOException("rows are cut off: bytes=" + in.remaining());
        }
        int count = in.getInt();
        if (count < 0 || count > MOST_PARTS) {
            throw new Refusal("a push has too many parts: parts=" + count, false);
        }
        for (int i = 0; i < count; i++) {
            if (in.remaining() < PART_BYTES) {
                throw new IOException("push is cut off: part=" + i + ", parts=" + count);
            }
            readPart(in.getInt(), table(in.getInt(), tables), in.getInt(), in, bf16);
        }
        if (in.hasRemaining()) {
            throw new Refusal("push has bytes too many: bytes=" + in.remaining(), false);
        }
    }

    private static ShardTable table(int number, List<ShardTable> tables) throws Refusal {
        if (number < 0 || number >= tables.size()) {
            throw new Refusal("there is no such table: table=" + number + ", tables=" + tables.size(), false);
        }
        return tables.get(number);
    }

    private void readPart(int node, ShardTable table, int width, ByteBuffer in, boolean bf16)
            throws IOException, Refusal {
        String name = table.spec().name();
        if (width != table.width()) {
            throw new Refusal(
                    "rows are of another width: table=" + name + ", width=" + width + ", expected=" + table.width(),
                    false);
        }
        int count = count(in, table);
        long bytes = (long) count * width * (bf16 ? Short.BYTES : Float.BYTES);
        if (bytes > in.remaining()) {
            throw new Refusal(
                    "values are cut off: table=" + name + ", bytes=" + in.remaining() + ", expected=" + bytes, false);
        }
        room(count, width);
        try {
            codec.take(in, places, placesTo, count, table.rows());
        } catch (Codec.PlaceException e) {
            throw new Refusal(e.getMessage() + ", table=" + name, false);
        }
        Codec.takeFloats(in, values, valuesTo, count * width, bf16);
        int bad = Codec.notFinite(values, valuesTo, valuesTo + count * width);
        if (bad >= 0) {
            int row = table.rowAt(places[placesTo + (bad - valuesTo) / width]);
            throw new Refusal("value is not finite: table=" + name + ", row=" + row + ", value=" + values[bad], true);
        }
        parts.add(new Part(node, table, count, placesTo, valuesTo));
        placesTo += count;
        valuesTo += count * width;
    }

    /** Reads how many rows follow; no more than their bytes can hold. */
    static int count(ByteBuffer in, ShardTable table) throws IOException {
        int count = in.remaining() < Integer.BYTES ? -1 : in.getInt();
        if (count < 0 || count > in.remaining() || count > table.rows()) {
            throw new IOException("count of rows is wrong: count=" + count + ", rows=" + table.rows());
        }
        return count;
    }

    private void room(int count, int width) {
        if (places.length - placesTo < count) {
            places = Arrays.copyOf(places, Math.max(2 * places.length, placesTo + count));
        }
        long needed = valuesTo + (long) count * width;
        if (values.length < needed) {
            values = Arrays.copyOf(values, Math.toIntExact(Math.max(needed, 2L * values.length)));
        }
    }

    List<Part> parts() {
        return parts;
    }

    int[] places() {
        return places;
    }

    float[] values() {
        return values;
    }

    /** Why a push is not applied. */
    static final class Refusal extends Exception {

        private static final long serialVersionUID = 1L;

        private final boolean notFinite;

        Refusal(String reason, boolean notFinite) {
            super(reason);
            this.notFinite = notFinite;
        }

        boolean notFinite() {
            return notFinite;
        }
    }
}
