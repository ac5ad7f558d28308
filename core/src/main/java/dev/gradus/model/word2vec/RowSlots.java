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
    private final int mask;

    /** Slots for words at up to {@code count} places side by side. */
    RowSlots(int count) {
        this.words = new int[count];
        this.uses = new int[count];
        this.slotOfPlace = new int[Integer.highestOneBit(count) * 2];
        this.mask = slotOfPlace.length - 1;
        Arrays.fill(words, FREE);
    }

    int count() {
        return words.length;
    }

    /** Gives the word at a place a slot; true if the row must be copied there. */
    boolean enter(int place, int word) {
        int free = FREE;
        for (int slot = words.length - 1; slot >= 0; slot--) {
            if (words[slot] == word) {
                slotOfPlace[place & mask] = slot;
                uses[slot]++;
                return false;
            }
            if (words[slot] == FREE) {
                free = slot;
            }
        }
        words[free] = word;
        uses[free] = 1;
        slotOfPlace[place & mask] = free;
        return true;
    }

    /** Gives up a place; true if its slot is free now and the row must be copied home. */
    boolean leave(int place) {
        int slot = slot(place);
        if (--uses[slot] > 0) {
            return false;
        }
        words[slot] = FREE;
        return true;
    }

    int slot(int place) {
        return slotOfPlace[place & mask];
    }
}
