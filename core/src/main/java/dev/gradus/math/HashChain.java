package dev.gradus.math;

import java.util.HexFormat;

/**
 * One hash over a sequence of hashes, in order. Every link of the chain takes in the value before it, so that equal
 * values mean equal sequences. Taking in can be undone: two chains that have come to differ stay different for as long
 * as they are given the same hashes.
 */
public final class HashChain {

    private static final HexFormat HEX = HexFormat.of();

    private long value;

    /** Takes in the next hash, or any other number that belongs to the sequence. */
    public void add(long hash) {
        long mixed = ParametersHash.mix(value, hash);
        value = ParametersHash.mix(mixed, mixed >>> 32);
    }

    /** The hash over all that was added so far. */
    public long value() {
        return value;
    }

    /** A hash as 16 hexadecimal digits. */
    public static String text(long hash) {
        return HEX.toHexDigits(hash);
    }
}
