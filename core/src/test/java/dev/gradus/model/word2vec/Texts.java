package dev.gradus.model.word2vec;

import dev.gradus.data.DataException;
import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.TextBlock;
import dev.gradus.data.text.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Small texts in memory. */
final class Texts {

    private Texts() {}

    /** Words w0, w1 … that occur so often. */
    static Vocabulary vocabulary(long... counts) {
        List<String> words = new ArrayList<>();
        for (int id = 0; id < counts.length; id++) {
            words.add("w" + id);
        }
        return new Vocabulary(words, counts);
    }

    /** The vocabulary of those tokens, where every number below the size occurs. */
    static Vocabulary vocabulary(int size, int[] tokens) {
        long[] counts = new long[size];
        for (int token : tokens) {
            if (token != Corpus.END) {
                counts[token]++;
            }
        }
        return vocabulary(counts);
    }

    /** Sentences of 1 to 40 words, small numbers more often than large ones. */
    static int[] random(SplittableRandom random, int vocabulary, int length) {
        int[] tokens = new int[length];
        for (int i = 0, left = 1; i < length; i++) {
            boolean end = left-- == 0;
            tokens[i] = end ? Corpus.END : (int) (vocabulary * Math.pow(random.nextDouble(), 2));
            left = end ? 1 + random.nextInt(40) : left;
        }
        return tokens;
    }

    /** One block with all tokens. */
    static TextBlock block(Vocabulary vocabulary, int... tokens) {
        return block(vocabulary, tokens, tokens.length, 0);
    }

    /** Block {@code number} of blocks of that size. */
    static TextBlock block(Vocabulary vocabulary, int[] tokens, int size, long number) {
        TextBlock block = new TextBlock(size);
        try (Corpus corpus = new InMemory(vocabulary, tokens)) {
            block.read(corpus, 0, number);
        } catch (DataException e) {
            throw new AssertionError(e);
        }
        return block;
    }

    /** Tokens of an array. */
    private static final class InMemory implements Corpus {

        private final Vocabulary vocabulary;
        private final int[] tokens;

        InMemory(Vocabulary vocabulary, int[] tokens) {
            this.vocabulary = vocabulary;
            this.tokens = tokens;
        }

        @Override
        public Vocabulary vocabulary() {
            return vocabulary;
        }

        @Override
        public long length() {
            return tokens.length;
        }

        @Override
        public long words() {
            return vocabulary.total();
        }

        @Override
        public void read(long from, int[] into, int count) {
            System.arraycopy(tokens, (int) from, into, 0, count);
        }

        @Override
        public void close() {}
    }
}
