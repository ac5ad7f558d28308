package dev.gradus.data.text;

import dev.gradus.job.Names;
import java.util.List;

/** Cuts a text into words. Has working memory: one for each thread. */
interface Tokenizer {

    /** Bytes that must follow the end of a text in its array, so that words can be read eight bytes at a time. */
    int SLACK = 8;

    /** What {@link #of} knows. */
    List<String> NAMES = List.of("simple", "whitespace", "text8");

    /**
     * Hands on the words of a text in UTF-8 and the ends of its lines; may change the bytes. Returns {@code to}, or the
     * place of the first byte that cannot stand in a text: a NUL, or one that is not UTF-8.
     */
    int scan(byte[] bytes, int from, int to, WordSink sink);

    /** Whether a character stands between words rather than in one. */
    boolean separates(int character);

    static Tokenizer of(String name) {
        return switch (name) {
            case "simple" -> new SimpleTokenizer();
            case "whitespace" -> new WhitespaceTokenizer();
            case "text8" -> new Text8Tokenizer();
            default ->
                throw new IllegalArgumentException("no such tokenizer: name=" + name + Names.didYouMean(name, NAMES));
        };
    }
}
