package dev.gradus.data.text;

import dev.gradus.data.DataKeys;
import dev.gradus.job.Key;
import java.util.List;

/** The keys of texts: how they are cut into words and sentences, and which words are listed. */
public final class TextKeys {

    public static final Key<String> TOKENIZER = Key.choice(
            "data.tokenizer",
            "simple",
            Tokenizer.NAMES,
            "how a text is cut into words; simple: runs of letters, digits and _ in lower case; whitespace: as it is;"
                    + " text8: a to z in lower case, digits spelled out");

    public static final Key<Long> MAX_WORDS = Key.whole(
            "data.maxWords",
            0,
            0,
            100_000_000,
            "size of the vocabulary: the most frequent words and <UNK>, which stands for all others; 0: no limit and"
                    + " no <UNK>");

    public static final Key<String> VOCABULARY = Key.text(
            "data.vocabulary",
            "",
            "a file of lines 'word count' that is the vocabulary, whatever data.minCount and data.maxWords say;"
                    + " empty: counted in the text");

    public static final Key<Long> SENTENCE =
            Key.whole("data.sentence", 1000, 2, 1_000_000_000, "listed words after which a sentence is cut");

    public static final Key<Boolean> LINES = Key.flag("data.lines", true, "whether the end of a line ends a sentence");

    public static final Key<String> GUTENBERG = Key.choice(
            "data.gutenberg",
            "auto",
            List.of("auto", "true", "false"),
            "whether header and footer of Project Gutenberg are cut; auto: where they are");

    private TextKeys() {}

    /** All keys of a text in files. */
    public static List<Key<?>> all() {
        return List.of(DataKeys.PATH, TOKENIZER, DataKeys.MIN_COUNT, MAX_WORDS, VOCABULARY, SENTENCE, LINES, GUTENBERG);
    }
}
