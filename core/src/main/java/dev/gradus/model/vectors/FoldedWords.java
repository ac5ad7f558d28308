package dev.gradus.model.vectors;

import dev.gradus.data.text.Vocabulary;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The first words of a vocabulary without regard to case, as test sets write {@code Athens} and corpora {@code athens}.
 * Forms that differ in case alone are one <em>group</em>, named by its most frequent form. Immutable.
 */
final class FoldedWords {

    private final Map<String, Integer> groups = new HashMap<>();
    private final int[] groupOf;
    private final int[] sizes;

    FoldedWords(Vocabulary vocabulary, int words) {
        this.groupOf = new int[Math.min(words, vocabulary.size())];
        this.sizes = new int[groupOf.length];
        Arrays.setAll(groupOf, id -> groups.computeIfAbsent(fold(vocabulary.word(id)), word -> id));
        for (int group : groupOf) {
            sizes[group]++;
        }
    }

    /** The most frequent form of a word in any case; -1 if no form is among the words. */
    int group(String word) {
        return groups.getOrDefault(fold(word), -1);
    }

    /** The group of a word by its number. */
    int groupOf(int id) {
        return groupOf[id];
    }

    /** How many forms a group has. */
    int forms(int group) {
        return sizes[group];
    }

    private static String fold(String word) {
        return word.toLowerCase(Locale.ROOT);
    }
}
