package dev.gradus.data.sparse.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The hash MurmurHash3 of 32 bits, as Austin Appleby published it. */
public final class Murmur3 {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private Murmur3() {}

    public static int hash(byte[] bytes, int from, int length, int seed) {
        int hash = seed;
        int at = from;
        for (int left = length; left >= Integer.BYTES; left -= Integer.BYTES) {
            hash = round(hash, (int) INTS.get(bytes, at));
            at += Integer.BYTES;
        }
        int rest = 0;
        for (int i = (length & 3) - 1; i >= 0; i--) {
            rest = rest << Byte.SIZE | (bytes[at + i] & 0xFF);
        }
        return end(hash ^ scrambled(rest), length);
    }

    /** The hash of two numbers, as of their eight bytes. */
    public static int hash(int first, int second, int seed) {
        return end(round(round(seed, first), second), 2 * Integer.BYTES);
    }

    private static int round(int hash, int block) {
        return Integer.rotateLeft(hash ^ scrambled(block), 13) * 5 + 0xE6546B64;
    }

    private static int scrambled(int block) {
        return Integer.rotateLeft(block * 0xCC9E2D51, 15) * 0x1B873593;
    }

    private static int end(int hash, int length) {
        int mixed = hash ^ length;
        mixed = (mixed ^ (mixed >>> 16)) * 0x85EBCA6B;
        mixed = (mixed ^ (mixed >>> 13)) * 0xC2B2AE35;
        return mixed ^ (mixed >>> 16);
    }
}
