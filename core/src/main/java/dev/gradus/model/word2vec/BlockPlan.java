package dev.gradus.model.word2vec;

import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.TextBlock;
import dev.gradus.math.CounterRandom;

/**
 * What a learner does with a block, drawn in advance, so that it can fetch what it needs next and {@code touch} can
 * tell what {@code learn} will do.
 *
 * <p>The words that are <em>kept</em> stand in a row, sentence by sentence; each draws its <em>reach</em>, the number
 * of neighbours on either side. A <em>group</em> is a few kept words of one sentence that stand side by side and share
 * the words they are told from. A sentence that goes on in the next block ends here, so that blocks are independent.
 *
 * <p>Every number is drawn by a counter under a key of seed, epoch and block number. Reused: owned by one thread.
 */
final class BlockPlan {

    private final Word2vecSettings.Window window;
    private final int[] thresholds;
    private final int groupSize;
    private final long seed;

    private int[] kept = new int[0];
    private int[] reach = new int[0];
    private int[] groups = new int[0];
    private int[] sentenceOf = new int[0];
    private int[] sentences = new int[0];
    private int keptCount;
    private int sentenceCount;
    private int groupCount;
    private int words;
    private long key;

    BlockPlan(Word2vecSettings.Window window, int[] thresholds, int groupSize, long seed) {
        this.window = window;
        this.thresholds = thresholds;
        this.groupSize = groupSize;
        this.seed = seed;
    }

    void draw(TextBlock block) {
        int length = block.length();
        if (kept.length < length) {
            kept = new int[length];
            reach = new int[length];
            groups = new int[length + 1];
            sentenceOf = new int[length];
            sentences = new int[length + 1];
        }
        key = CounterRandom.key(seed, block.epoch(), block.number());
        keptCount = 0;
        sentenceCount = 0;
        groupCount = 0;
        words = 0;
        int[] tokens = block.tokens();
        for (int from = 0; from < length; ) {
            int to = from;
            while (to < length && tokens[to] != Corpus.END) {
                to++;
            }
            addSentence(tokens, from, to);
            from = to + 1;
        }
        groups[groupCount] = keptCount;
        sentences[sentenceCount] = keptCount;
        drawReach();
    }

    private void addSentence(int[] tokens, int from, int to) {
        words += to - from;
        int start = keptCount;
        int at = start;
        for (int i = from; i < to; i++) {
            int word = tokens[i];
            kept[at] = word;
            at += Subsampling.keeps(thresholds[word], CounterRandom.bits(key, i));
        }
        if (at - start < 2) {
            return; // a word without neighbours teaches nothing
        }
        keptCount = at;
        for (int first = start; first < at; first += groupSize) {
            groups[groupCount] = first;
            sentenceOf[groupCount++] = sentenceCount;
        }
        sentences[sentenceCount++] = start;
    }

    private void drawReach() {
        for (int i = 0; i < keptCount; i++) {
            // The low bits of the number that decided nothing yet would do, but not every kept word has one of its own.
            long bits = CounterRandom.bits(key, -1L - i);
            reach[i] = window.shrinking() ? 1 + (int) (((bits >>> 32) * window.size()) >>> 32) : window.size();
        }
    }

    /** Random bits of a purpose that this plan knows nothing of: those of a group, by number. */
    long bits(int group, int number) {
        return CounterRandom.bits(key, (((long) group + 1) << 32) + number);
    }

    /** Words of the block, those that were not kept included. */
    int words() {
        return words;
    }

    /** About how many of them stand before a group. */
    int wordsBefore(int group) {
        return (int) ((long) groups[group] * words / keptCount);
    }

    int groups() {
        return groupCount;
    }

    /** The place of the first word of a group. The next group begins where it ends. */
    int from(int group) {
        return groups[group];
    }

    /** Where a group ends. */
    int to(int group) {
        return groups[group + 1];
    }

    int sentenceFrom(int group) {
        return sentences[sentenceOf[group]];
    }

    /** Where the sentence of a group ends. */
    int sentenceTo(int group) {
        return sentences[sentenceOf[group] + 1];
    }

    /** The word at a place. */
    int word(int at) {
        return kept[at];
    }

    /** Where the neighbours of the word at a place begin. */
    int reachFrom(int at, int sentenceFrom) {
        return Math.max(at - reach[at], sentenceFrom);
    }

    /** Where they end. */
    int reachTo(int at, int sentenceTo) {
        return Math.min(at + reach[at] + 1, sentenceTo);
    }

    /** 1 if the word at another place of its sentence is a neighbour of the word at this one, else 0. No branch. */
    int isNear(int at, int other) {
        int apart = other - at;
        int beyond = apart * apart - 1; // negative for the word itself
        return ((beyond - reach[at] * reach[at]) & ~beyond) >>> 31;
    }
}
