package dev.gradus.exchange;

import java.nio.ByteBuffer;

/**
 * Additions of floats that lie outside the heap, in direct buffers in the byte order of the machine. Places and lengths
 * are counted in floats. Every implementation gives the same bits. An object is used by one thread at a time.
 */
public interface BufferLoops {

    /** {@code to[toAt + i] += from[fromAt + i]} for {@code length} values of {@code i}. */
    void addInto(float[] to, int toAt, ByteBuffer from, int fromAt, int length);

    /** As {@link #addInto(float[], int, ByteBuffer, int, int)}, to floats outside the heap; the two do not overlap. */
    void addInto(ByteBuffer to, int toAt, ByteBuffer from, int fromAt, int length);

    /**
     * {@code sum[at + i] = one[at + i] + other[at + i]} for {@code length} values of {@code i}; the sum may replace
     * either.
     */
    void add(ByteBuffer sum, ByteBuffer one, ByteBuffer other, int at, int length);
}
