package dev.gradus.data.text.generated;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Words of three syllables that no language needs. Always the same, in the same order. */
final class MadeUpWords {

    private static final String CONSONANTS = "bdfgklmnprstvz";
    private static final String VOWELS = "aeiou";
    private static final int SYLLABLES = CONSONANTS.length() * VOWELS.length();
    private static final int WORDS = SYLLABLES * SYLLABLES * SYLLABLES;

    /** Has no factor in common with the number of words, so that steps of it meet all of them. */
    private static final long STEP = 123_457;

    private MadeUpWords() {}

    /** The first {@code count} that are none of the taken words. */
    static List<String> list(int count, Collection<String> taken) {
        Set<String> excluded = new HashSet<>(taken);
        List<String> words = new ArrayList<>(count);
        for (long i = 1; words.size() < count; i++) {
            String word = word((int) (i * STEP % WORDS));
            if (!excluded.contains(word)) {
                words.add(word);
            }
        }
        return words;
    }

    private static String word(int number) {
        return syllable(number % SYLLABLES)
                + syllable(number / SYLLABLES % SYLLABLES)
                + syllable(number / SYLLABLES / SYLLABLES);
    }

    private static String syllable(int number) {
        return "" + CONSONANTS.charAt(number / VOWELS.length()) + VOWELS.charAt(number % VOWELS.length());
    }
}
