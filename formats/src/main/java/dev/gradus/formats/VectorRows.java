package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.data.text.Vocabulary;
import dev.gradus.model.Table;
import dev.gradus.model.vectors.VectorFolder;
import dev.gradus.model.vectors.WordVectors;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Words and vectors as a reader finds them, row by row. */
final class VectorRows {

    /** Longer words are a sign of a file that is something else. */
    private static final int MOST_WORD_BYTES = 1 << 14;

    private final List<String> words = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private final int dimension;
    private float[] values;
    private byte[] wordBytes = new byte[64];
    private int wordLength;

    /** Takes memory for that many words, and more when they come. */
    VectorRows(int dimension, int words) {
        this.dimension = dimension;
        this.values = new float[words * dimension];
    }

    int rows() {
        return words.size();
    }

    /** The next byte of a word. */
    void letter(int letter, Supplier<String> place) throws DataException {
        if (wordLength == MOST_WORD_BYTES) {
            throw new DataException("word is too long: " + place.get() + ", most=" + MOST_WORD_BYTES
                    + " bytes; the file is no word2vec file or a row before has another width");
        }
        if (wordLength == wordBytes.length) {
            wordBytes = Arrays.copyOf(wordBytes, 2 * wordLength);
        }
        wordBytes[wordLength++] = (byte) letter;
    }

    /** Ends the word. Gives where its vector belongs in {@link #values}. */
    int startVector(Supplier<String> place) throws DataException {
        String word = word(place);
        if (!seen.add(word)) {
            throw new DataException(
                    "word stands twice: " + place.get() + ", word=" + word + "; leave out one of the rows");
        }
        words.add(word);
        wordLength = 0;
        long end = (long) words.size() * dimension;
        if (end > values.length) {
            if (end > Integer.MAX_VALUE - 8) {
                throw new DataException(
                        "vectors are too many for one array: " + place.get() + ", dimension=" + dimension);
            }
            long grown = Math.max(end, Math.min(Integer.MAX_VALUE - 8, values.length * 3L / 2));
            values = Arrays.copyOf(values, (int) grown);
        }
        return (int) end - dimension;
    }

    /** The vectors so far and room for those to come. */
    float[] values() {
        return values;
    }

    /** All that was read. Such files have no counts: the order stands for them, as in other tools. */
    WordVectors vectors() {
        long[] counts = new long[words.size()];
        Arrays.setAll(counts, id -> (long) words.size() - id);
        Table table = new Table(VectorFolder.INPUT, words.size(), dimension, dimension, values, 0);
        return new WordVectors(new Vocabulary(words, counts), table);
    }

    private String word(Supplier<String> place) throws DataException {
        if (wordLength == 0) {
            throw new DataException("row has no word: " + place.get());
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(wordBytes, 0, wordLength))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new DataException("word is not UTF-8: " + place.get(), e);
        }
    }
}
