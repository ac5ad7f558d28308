package dev.gradus.data.text;

import dev.gradus.data.DataException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Which words of a text are listed: those that occur {@code minCount} times or more, and of these, if {@code maxWords}
 * is not 0, the {@code maxWords - 1} most frequent and {@code <UNK>}, which stands for all others.
 *
 * <p>{@code <UNK>} has its place by how many words it stands for, so that the most frequent word always comes first. A
 * text that has the word {@code <UNK>} itself means the same by it, with a limit or without.
 */
record VocabularyChoice(long minCount, int maxWords) {

    /** What can be trained on has two words at least. */
    static final int FEWEST_WORDS = 2;

    Vocabulary choose(WordCounts counts) throws DataException {
        if (counts.words() == 0) {
            throw new DataException("text has no words");
        }
        List<RankedWord> ranked = new ArrayList<>();
        boolean unknown = maxWords > 0;
        for (int i = 0; i < counts.size(); i++) {
            if (counts.count(i) >= minCount) {
                ranked.add(new RankedWord(new String(counts.word(i), StandardCharsets.UTF_8), counts.count(i)));
            }
        }
        unknown |= ranked.removeIf(word -> word.text().equals(Vocabulary.UNKNOWN));
        ranked.sort(RankedWord.ORDER);
        if (maxWords > 0 && ranked.size() > maxWords - 1) {
            ranked.subList(maxWords - 1, ranked.size()).clear();
        }
        if (unknown) {
            long listed = ranked.stream().mapToLong(RankedWord::count).sum();
            ranked.add(new RankedWord(Vocabulary.UNKNOWN, counts.words() - listed));
            ranked.sort(RankedWord.ORDER);
        }
        requireEnough(ranked, counts);
        return vocabulary(ranked);
    }

    static Vocabulary vocabulary(List<RankedWord> ranked) {
        return new Vocabulary(
                ranked.stream().map(RankedWord::text).toList(),
                ranked.stream().mapToLong(RankedWord::count).toArray());
    }

    private void requireEnough(List<RankedWord> ranked, WordCounts counts) throws DataException {
        long usable = ranked.stream().filter(word -> word.count() > 0).count();
        if (usable < FEWEST_WORDS) {
            throw new DataException("too few words in the vocabulary: words=" + usable + ", different words in text="
                    + counts.size() + ", data.minCount=" + minCount + ", data.maxWords=" + maxWords
                    + "; lower data.minCount or give more text");
        }
    }
}
