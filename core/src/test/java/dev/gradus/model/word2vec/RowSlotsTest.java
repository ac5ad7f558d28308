package dev.gradus.model.word2vec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowSlotsTest {

    private static final int NEAR = 12;

    /** A row is copied when the first place with its word comes near, and home when the last is left. */
    @Test
    void everyWordThatIsNearHasOneSlotOfItsOwn() {
        for (long seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int[] words = random.ints(500, 0, 5 + (int) seed * 5).toArray();
            RowSlots slots = new RowSlots(NEAR);
            int from = 0;
            for (int place = 0; place < words.length; place++) {
                for (; from <= place - NEAR + random.nextInt(3); from++) {
                    assertThat(slots.leave(from)).isEqualTo(!near(words, from + 1, place, words[from]));
                }
                assertThat(slots.enter(place, words[place])).isEqualTo(!near(words, from, place, words[place]));
                check(slots, words, from, place + 1);
            }
        }
    }

    private static boolean near(int[] words, int from, int to, int word) {
        for (int place = from; place < to; place++) {
            if (words[place] == word) {
                return true;
            }
        }
        return false;
    }

    private static void check(RowSlots slots, int[] words, int from, int to) {
        Map<Integer, Integer> slotOfWord = new HashMap<>();
        Map<Integer, Integer> wordOfSlot = new HashMap<>();
        for (int place = from; place < to; place++) {
            int slot = slots.slot(place);
            assertThat(slotOfWord.merge(words[place], slot, (before, now) -> before))
                    .isEqualTo(slot);
            assertThat(wordOfSlot.merge(slot, words[place], (before, now) -> before))
                    .isEqualTo(words[place]);
        }
        assertThat(slots.repeated()).isEqualTo(slotOfWord.size() < to - from);
    }
}
