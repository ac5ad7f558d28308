package dev.gradus.data.text;

import dev.gradus.data.DataException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A text as a row of <em>tokens</em>: the number of each listed word in turn, and {@link #END} behind each sentence.
 * Words that the vocabulary does not list are left out. Any number of threads may read at once.
 */
public interface Corpus extends AutoCloseable {

    /** Stands behind the last word of a sentence. */
    int END = -1;

    Vocabulary vocabulary();

    /** How many tokens there are, the ends of sentences included. */
    long length();

    /** How many words the text has, those that are not listed included. */
    long words();

    /** Copies tokens {@code from} to {@code from + count} to the start of {@code into}. */
    void read(long from, int[] into, int count) throws DataException;

    /** Analogy questions that the text answers, in the form of word2vec's public file; none if they are not known. */
    default List<String> questions() {
        return List.of();
    }

    /** What its words and their places are known again by. */
    default String facts() {
        CRC32C crc = new CRC32C();
        for (String word : vocabulary().words()) {
            crc.update(word.getBytes(StandardCharsets.UTF_8));
            crc.update(0);
        }
        return words() + " words, " + length() + " tokens, vocabulary " + Long.toHexString(crc.getValue());
    }

    @Override
    void close();
}
