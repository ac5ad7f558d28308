package dev.gradus.data.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers words in the order in which they are added. Any number of threads may find words while nobody adds any.
 *
 * <p>A word is kept as <em>units</em> of eight bytes, the last one filled up with zeros; no word has a zero byte, so
 * words are the same if their units are. The table has open addressing at a load of at most one half. A slot is the
 * first unit of the word and a <em>mark</em>: number + 1, 24 bits of the hash, and how many units there are. A word of
 * up to eight bytes, as most are, is therefore found by reading one slot. Longer words are compared unit by unit.
 */
final class WordTable {

    /** A longer word is cut to its first characters. The number of units must fit the mark. */
    static final int MOST_BYTES = 255;

    private static final VarHandle UNITS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int UNIT_BYTES = 8;
    private static final int MOST_SLOTS = 1 << 29;

    private long[] slots;
    private int mask;
    private long[] units = new long[1024];
    private int[] places = new int[512];
    private int size;

    /** A table that need not grow before it has that many words. */
    WordTable(int expected) {
        int capacity = Integer.highestOneBit(Math.min(Math.max(expected, 8), MOST_SLOTS / 4)) * 4;
        this.slots = new long[2 * capacity];
        this.mask = capacity - 1;
    }

    int size() {
        return size;
    }

    /** The number of a word; -1 if it was never added. */
    int find(byte[] bytes, int from, int length) {
        if (length <= UNIT_BYTES) {
            long unit = last((long) UNITS.get(bytes, from), length);
            int slot = slotOfShort(unit, mix(unit));
            return (int) (slots[2 * slot + 1] >>> 32) - 1;
        }
        int kept = kept(bytes, from, length);
        return (int) (slots[2 * slotOfLong(bytes, from, kept, hash(bytes, from, kept)) + 1] >>> 32) - 1;
    }

    /** The number of a word, which is added if it is new. */
    int add(byte[] bytes, int from, int length) {
        int found = find(bytes, from, length);
        return found >= 0 ? found : insert(bytes, from, length <= UNIT_BYTES ? length : kept(bytes, from, length));
    }

    /** The number of a word of another table, which is added if it is new. */
    int add(WordTable other, int number) {
        byte[] word = other.bytes(number);
        return add(Arrays.copyOf(word, word.length + Tokenizer.SLACK), 0, word.length);
    }

    /** The number of a word of another table; -1 if it was never added. */
    int find(WordTable other, int number) {
        byte[] word = other.bytes(number);
        return find(Arrays.copyOf(word, word.length + Tokenizer.SLACK), 0, word.length);
    }

    /** A word as UTF-8. */
    byte[] bytes(int number) {
        int from = places[number];
        int to = places[number + 1];
        byte[] bytes = new byte[UNIT_BYTES * (to - from)];
        for (int i = from; i < to; i++) {
            UNITS.set(bytes, UNIT_BYTES * (i - from), units[i]);
        }
        int spare = Long.numberOfLeadingZeros(units[to - 1]) / Byte.SIZE;
        return Arrays.copyOf(bytes, bytes.length - spare);
    }

    private int slotOfShort(long unit, long hash) {
        int slot = (int) hash & mask;
        while (true) {
            long mark = slots[2 * slot + 1];
            if (mark == 0 || (slots[2 * slot] == unit && (mark & 0xFF) == 1)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    private int slotOfLong(byte[] bytes, int from, int length, long hash) {
        int tag = tag(hash, units(length));
        int slot = (int) hash & mask;
        while (true) {
            long mark = slots[2 * slot + 1];
            if (mark == 0 || ((int) mark == tag && same((int) (mark >>> 32) - 1, bytes, from, length))) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    private boolean same(int number, byte[] bytes, int from, int length) {
        int place = places[number];
        for (int i = 0; i < units(length); i++) {
            if (units[place + i] != unit(bytes, from, length, i)) {
                return false;
            }
        }
        return true;
    }

    private int insert(byte[] bytes, int from, int length) {
        keep(bytes, from, length, units(length));
        put(size - 1);
        if (2 * size > mask) {
            grow();
        }
        return size - 1;
    }

    private void keep(byte[] bytes, int from, int length, int count) {
        int end = places[size];
        if (end > Integer.MAX_VALUE - 2 * count) {
            throw new IllegalStateException("too many different words: words=" + size);
        }
        if (end + count > units.length) {
            units = Arrays.copyOf(units, larger(units.length));
        }
        for (int i = 0; i < count; i++) {
            units[end + i] = unit(bytes, from, length, i);
        }
        size++;
        if (size == places.length) {
            places = Arrays.copyOf(places, larger(places.length));
        }
        places[size] = end + count;
    }

    private static int larger(int length) {
        return (int) Math.min(2L * length, Integer.MAX_VALUE - 8);
    }

    private void grow() {
        int capacity = 2 * (mask + 1);
        if (capacity > MOST_SLOTS) {
            throw new IllegalStateException("too many different words: words=" + size);
        }
        slots = new long[2 * capacity];
        mask = capacity - 1;
        for (int number = 0; number < size; number++) {
            put(number);
        }
    }

    /** Puts a word that is kept, and in no slot, into the first that is free. */
    private void put(int number) {
        int from = places[number];
        int count = places[number + 1] - from;
        long hash = mix(units[from]);
        for (int i = 1; i < count; i++) {
            hash = mix(hash ^ units[from + i]);
        }
        int slot = (int) hash & mask;
        while (slots[2 * slot + 1] != 0) {
            slot = (slot + 1) & mask;
        }
        slots[2 * slot] = units[from];
        slots[2 * slot + 1] = ((long) (number + 1) << 32) | Integer.toUnsignedLong(tag(hash, count));
    }

    private static long hash(byte[] bytes, int from, int length) {
        long hash = mix(unit(bytes, from, length, 0));
        for (int i = 1; i < units(length); i++) {
            hash = mix(hash ^ unit(bytes, from, length, i));
        }
        return hash;
    }

    /** Spreads every bit over all: two rounds of multiplying and folding. */
    private static long mix(long value) {
        long mixed = value * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
        return mixed ^ (mixed >>> 32);
    }

    private static int tag(long hash, int units) {
        return ((int) (hash >>> 40) << 8) | units;
    }

    private static int units(int length) {
        return (length + UNIT_BYTES - 1) / UNIT_BYTES;
    }

    private static long unit(byte[] bytes, int from, int length, int i) {
        return last((long) UNITS.get(bytes, from + UNIT_BYTES * i), length - UNIT_BYTES * i);
    }

    /** The first {@code length} bytes of a unit, if it has more. */
    private static long last(long unit, int length) {
        return length >= UNIT_BYTES ? unit : unit & (-1L >>> ((UNIT_BYTES - length) * Byte.SIZE));
    }

    private static int kept(byte[] bytes, int from, int length) {
        if (length <= MOST_BYTES) {
            return length;
        }
        int kept = MOST_BYTES;
        while (Utf8.follows(bytes[from + kept])) {
            kept--;
        }
        return kept;
    }
}
