package dev.gradus.exchange.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Floats that links send and fill: an array, or memory outside the heap, which a connection reads and writes without a
 * copy in between. Used by one thread at a time.
 */
public final class Floats {

    private static final Floats NONE = of(new float[0]);

    private final FloatBuffer view;
    private final @Nullable ByteBuffer memory;

    /** The same floats as they travel, or null where they would have to be copied for that. */
    private final @Nullable ByteBuffer bytes;

    private Floats(FloatBuffer view, @Nullable ByteBuffer memory, @Nullable ByteBuffer bytes) {
        this.view = view;
        this.memory = memory;
        this.bytes = bytes;
    }

    static Floats none() {
        return NONE;
    }

    /** Those of an array, which may change as the array does. */
    public static Floats of(float[] array) {
        return new Floats(FloatBuffer.wrap(array), null, null);
    }

    /** Those of memory outside the heap, in the byte order of the machine. */
    public static Floats outside(ByteBuffer memory) {
        if (!memory.isDirect()) {
            throw new IllegalArgumentException("memory is on the heap: bytes=" + memory.capacity());
        }
        ByteBuffer whole = memory.duplicate().clear().order(ByteOrder.nativeOrder());
        boolean travelsAsItIs = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        return new Floats(whole.asFloatBuffer(), whole, travelsAsItIs ? whole : null);
    }

    /** New memory outside the heap. */
    public static Floats allocate(int floats) {
        return outside(ByteBuffer.allocateDirect(Math.multiplyExact(floats, Float.BYTES)));
    }

    public int length() {
        return view.capacity();
    }

    /** The floats themselves. Position and limit are of no meaning. */
    public FloatBuffer view() {
        return view;
    }

    /** The memory outside the heap that they are, in the byte order of the machine; null for those of an array. */
    public @Nullable ByteBuffer memory() {
        return memory;
    }

    /** Whether a connection can read and write these floats where they lie. */
    boolean straight() {
        return bytes != null;
    }

    /** A view of {@code length} bytes from byte {@code at} on, for floats that are {@link #straight}. */
    ByteBuffer bytes(int at, int length) {
        ByteBuffer all = bytes;
        if (all == null) {
            throw new IllegalStateException("floats cannot travel as they are: floats=" + length());
        }
        return all.duplicate().limit(at + length).position(at);
    }
}
