package dev.gradus.data.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The words of a corpus by number, the most frequent first, with how often each occurs. Immutable. */
public final class Vocabulary {

    /** Stands for every word that is not listed, in a vocabulary of limited size. */
    public static final String UNKNOWN = "<UNK>";

    private final List<String> words;
    private final long[] counts;
    private final Map<String, Integer> ids;

    public Vocabulary(List<String> words, long[] counts) {
        if (words.size() != counts.length) {
            throw new IllegalArgumentException(
                    "words and counts differ in number: words=" + words.size() + ", counts=" + counts.length);
        }
        this.words = List.copyOf(words);
        this.counts = counts.clone();
        this.ids = new HashMap<>(2 * words.size());
        for (int id = 0; id < counts.length; id++) {
            if (ids.put(words.get(id), id) != null) {
                throw new IllegalArgumentException("word stands twice in a vocabulary: word=" + words.get(id));
            }
        }
    }

    public int size() {
        return counts.length;
    }

    public String word(int id) {
        return words.get(id);
    }

    public List<String> words() {
        return words;
    }

    /** How often the word occurs in the corpus. */
    public long count(int id) {
        return counts[id];
    }

    /** The number of a word; -1 if it is not listed. */
    public int id(String word) {
        return ids.getOrDefault(word, -1);
    }

    /** How many words of the corpus are listed. */
    public long total() {
        long total = 0;
        for (long count : counts) {
            total += count;
        }
        return total;
    }
}
