package dev.gradus.model.word2vec;

import java.util.Arrays;

/**
 * Where the rows of the words around lie in a tile's memory. A row comes in when its word comes near and goes home when
 * the word is left behind, so it is copied once for a dozen windows; a word that stands there twice has one slot.
 */
final class RowSlots {

    private static final int FREE = -1;

    private final int[] words;
    private final int[] uses;
    private final int[] slotOfPlace;

    /** The slots that no word has, of which the last is taken first. */
    private final int[] free;

    private int freeCount;
    private final int mask;

    /** Places whose word stands at another place already. */
    private int repeats;

    /** Slots for words at up to {@code count} places side by side. */
    RowSlots(int count) {
        this.words = new int[count];
        this.uses = new int[count];
        this.slotOfPlace = new int[Integer.highestOneBit(count) * 2];
        this.mask = slotOfPlace.length - 1;
        this.free = new int[count];
        this.freeCount = count;
        Arrays.fill(words, FREE);
        Arrays.setAll(free, slot -> slot);
    }

    int count() {
        return words.length;
    }

    /** Gives the word at a place a slot; true if the row must be copied there. */
    boolean enter(int place, int word) {
        for (int slot = 0; slot < words.length; slot++) {
            if (words[slot] == word) {
                slotOfPlace[place & mask] = slot;
                uses[slot]++;
                repeats++;
                return false;
            }
        }
        int slot = free[--freeCount];
        words[slot] = word;
        uses[slot] = 1;
        slotOfPlace[place & mask] = slot;
        return true;
    }

    /** Gives up a place; true if its slot is free now and the row must be copied home. */
    boolean leave(int place) {
        int slot = slot(place);
        if (--uses[slot] > 0) {
            repeats--;
            return false;
        }
        words[slot] = FREE;
        free[freeCount++] = slot;
        return true;
    }

    /** Whether a word stands at two places. */
    boolean repeated() {
        return repeats > 0;
    }

    int slot(int place) {
        return slotOfPlace[place & mask];
    }
}
