package dev.gradus.model.word2vec;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** How a word is predicted from a vector. */
public enum Output {
    /** Told from a few words that were drawn at random. */
    NEGATIVE,
    /** By the turns on its way through a Huffman tree of the words. */
    HIERARCHICAL,
    /** By a probability for each word of the vocabulary. */
    SOFTMAX;

    /** What a job writes. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> words() {
        return Stream.of(values()).map(Output::word).toList();
    }

    static Output of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
