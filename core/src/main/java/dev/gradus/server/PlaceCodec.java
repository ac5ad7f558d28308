package dev.gradus.server;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Places of rows as bytes. They ascend, so each travels as the gap to the one before, in as many bytes as the widest
 * gap of its block of {@value #BLOCK} needs: one length a block costs less than a branch a place.
 *
 * <p>All bytes of a list go through an array at once: a look into the buffer for each place was most of the time of a
 * pull (PullBenchmark). Used by one thread.
 */
final class PlaceCodec {

    /** Places whose gaps have the same width. */
    private static final int BLOCK = 64;

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[1024];

    /** Writes the places {@code from} to {@code to}. */
    void put(ByteBuffer out, int[] places, int from, int to) {
        grow(mostBytes(to - from));
        int at = 0;
        int before = -1;
        for (int start = from; start < to; start += BLOCK) {
            int end = Math.min(to, start + BLOCK);
            int width = width(places, start, end, before);
            bytes[at++] = (byte) width;
            putGap(at, width, places[start] - before - 1);
            putBlock(at + width, width, places, start + 1, end);
            at += width * (end - start);
            before = places[end - 1];
        }
        out.put(bytes, 0, at);
    }

    private void grow(long most) {
        if (bytes.length < most) {
            bytes = new byte[Math.toIntExact(Math.max(most, Math.min(2L * bytes.length, Integer.MAX_VALUE >> 1)))];
        }
    }

    private static long mostBytes(int count) {
        return (long) count * Integer.BYTES + (count + BLOCK - 1) / BLOCK;
    }

    /** Bytes of the widest gap: 1, 2 or 4. */
    private static int width(int[] places, int start, int end, int before) {
        int all = places[start] - before - 1;
        for (int i = start + 1; i < end; i++) {
            all |= places[i] - places[i - 1] - 1;
        }
        return all >>> 8 == 0 ? 1 : all >>> 16 == 0 ? 2 : 4;
    }

    private void putGap(int at, int width, int gap) {
        if (width == 1) {
            bytes[at] = (byte) gap;
        } else if (width == 2) {
            SHORTS.set(bytes, at, (short) gap);
        } else {
            INTS.set(bytes, at, gap);
        }
    }

    private void putBlock(int at, int width, int[] places, int start, int end) {
        byte[] to = bytes;
        int count = end - start;
        if (width == 1) {
            for (int i = 0; i < count; i++) {
                to[at + i] = (byte) (places[start + i] - places[start + i - 1] - 1);
            }
        } else if (width == 2) {
            for (int i = 0; i < count; i++) {
                SHORTS.set(to, at + 2 * i, (short) (places[start + i] - places[start + i - 1] - 1));
            }
        } else {
            for (int i = 0; i < count; i++) {
                INTS.set(to, at + 4 * i, places[start + i] - places[start + i - 1] - 1);
            }
        }
    }

    /** Reads {@code count} places below {@code limit}, to {@code to} and on. */
    void take(ByteBuffer in, int[] places, int to, int count, int limit) throws IOException {
        int there = (int) Math.min(in.remaining(), mostBytes(count));
        grow(there);
        in.get(in.position(), bytes, 0, there);
        int at = 0;
        long before = -1;
        for (int start = 0; start < count; start += BLOCK) {
            int length = Math.min(BLOCK, count - start);
            int width = at < there ? bytes[at++] : 0;
            if ((width != 1 && width != 2 && width != 4) || there - at < length * width) {
                throw new IOException("places are cut off: count=" + count + ", read=" + start + ", width=" + width);
            }
            before = takeBlock(at, width, places, to + start, length, before);
            if (before >= limit) {
                throw new Codec.PlaceException(before, limit); // they ascend, so the last is the largest
            }
            at += length * width;
        }
        in.position(in.position() + at);
    }

    private long takeBlock(int at, int width, int[] places, int to, int length, long before) {
        byte[] from = bytes;
        long place = before;
        if (width == 1) {
            for (int i = 0; i < length; i++) {
                place += (from[at + i] & 0xFF) + 1;
                places[to + i] = (int) place;
            }
        } else if (width == 2) {
            for (int i = 0; i < length; i++) {
                place += ((short) SHORTS.get(from, at + 2 * i) & 0xFFFF) + 1;
                places[to + i] = (int) place;
            }
        } else {
            for (int i = 0; i < length; i++) {
                place += ((int) INTS.get(from, at + 4 * i) & 0xFFFF_FFFFL) + 1;
                places[to + i] = (int) place;
            }
        }
        return place;
    }
}
