package dev.gradus.data;

import dev.gradus.math.CounterRandom;

/**
 * An order of the numbers below {@code n} that takes no memory: any place of it is computed by itself.
 *
 * <p>A Feistel network permutes the numbers of as many bits as {@code n - 1} has: the bits are cut into two halves, and
 * in each <em>round</em> one half is changed by a keyed function of the other. A number that leaves the range is
 * permuted again until it is back (cycle walking), which takes less than two turns on average. Every key gives a
 * bijection, because each round can be undone.
 */
public record Permutation(int n, long key) {

    /** Six, because with four the orders of a handful of numbers are visibly uneven over the keys. */
    private static final int ROUNDS = 6;

    public Permutation {
        if (n < 0) {
            throw new IllegalArgumentException("negative length: n=" + n);
        }
    }

    /** The number at a place of this order. */
    public int at(int index) {
        return at(n, key, index);
    }

    /** The number at a place of the order of {@code n} numbers with that key; allocates nothing. */
    static int at(int n, long key, int index) {
        if (index < 0 || index >= n) {
            throw new IndexOutOfBoundsException("no such place: index=" + index + ", n=" + n);
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
        int value = index;
        do {
            value = rounds(value, bits, key);
        } while (value >= n);
        return value;
    }

    private static int rounds(int value, int bits, long key) {
        int lowBits = (bits + 1) / 2;
        int lowMask = (1 << lowBits) - 1;
        int highMask = (1 << (bits - lowBits)) - 1;
        int low = value & lowMask;
        int high = value >>> lowBits;
        for (int round = 0; round < ROUNDS; round += 2) {
            high ^= (int) CounterRandom.bits(key, (long) round << Integer.SIZE | low) & highMask;
            low ^= (int) CounterRandom.bits(key, (long) (round + 1) << Integer.SIZE | high) & lowMask;
        }
        return high << lowBits | low;
    }
}
