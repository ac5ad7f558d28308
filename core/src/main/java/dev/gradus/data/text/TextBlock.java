package dev.gradus.data.text;

import dev.gradus.data.DataException;

/**
 * Consecutive tokens of a corpus that are learnt from as one unit; block {@code n} has tokens {@code n * size} to
 * {@code (n + 1) * size}. Epoch and number say where it stands, and random choices depend on nothing else. Reused: do
 * not keep it past the step.
 */
public final class TextBlock {

    private final int[] tokens;
    private int length;
    private int epoch;
    private long number;

    /** A block of at most that many tokens. */
    public TextBlock(int size) {
        this.tokens = new int[size];
    }

    /** How many blocks of that size a corpus has; the last may be shorter. */
    public static long count(Corpus corpus, int size) {
        return (corpus.length() + size - 1) / size;
    }

    /** Fills this block from the corpus. */
    public void read(Corpus corpus, int epoch, long number) throws DataException {
        long from = number * tokens.length;
        this.length = (int) Math.min(tokens.length, corpus.length() - from);
        this.epoch = epoch;
        this.number = number;
        corpus.read(from, tokens, length);
    }

    /** The tokens, of which the first {@link #length} count. */
    public int[] tokens() {
        return tokens;
    }

    public int length() {
        return length;
    }

    public int epoch() {
        return epoch;
    }

    public long number() {
        return number;
    }
}
