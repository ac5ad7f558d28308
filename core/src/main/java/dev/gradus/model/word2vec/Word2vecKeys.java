package dev.gradus.model.word2vec;

import dev.gradus.job.Key;
import java.util.List;

/** The keys of a job that say what word vectors are learnt from, and how. */
public final class Word2vecKeys {

    static final String SHRINKING = "shrinking";
    static final String FIXED = "fixed";
    static final String MEAN = "mean";
    static final String SUM = "sum";

    public static final Key<String> OUTPUT = Key.choice(
            "model.output",
            Output.NEGATIVE.word(),
            Output.words(),
            "how a word is predicted: told from a few drawn words, by its way through a Huffman tree, or by a"
                    + " probability for every word");

    public static final Key<Long> DIMENSION =
            Key.whole("model.dimension", 100, 1, 1 << 14, "numbers in a word's vector");

    public static final Key<Long> WINDOW =
            Key.whole("model.window", 5, 1, 1 << 10, "words on each side that count as neighbours");

    public static final Key<String> WINDOW_KIND = Key.choice(
            "model.windowKind",
            SHRINKING,
            List.of(SHRINKING, FIXED),
            "whether each word draws its window, from 1 to model.window words, or all have the whole one");

    public static final Key<Long> NEGATIVES = Key.whole(
            "model.negatives", 5, 1, 1 << 10, "words drawn for the word to be told from (negative output only)");

    public static final Key<Double> SAMPLE = Key.number(
            "model.sample",
            1e-4,
            0,
            1,
            "share of the text above which a word is skipped at times, the oftener the more frequent; 0 = off");

    public static final Key<String> COMBINE = Key.choice(
            "model.combine", MEAN, List.of(MEAN, SUM), "how cbow makes one vector of the neighbours' vectors");

    public static final Key<Double> POWER = Key.number(
            "model.power", 0.75, 0, 1, "exponent of the frequency by which negatives are drawn (negative output only)");

    public static final Key<Long> BATCH =
            Key.whole("model.batch", 64, 1, 1 << 16, "predictions of one update (softmax output only)");

    private Word2vecKeys() {}

    /** Every key of this package, in the order in which they are documented. */
    public static List<Key<?>> all() {
        return List.of(OUTPUT, DIMENSION, WINDOW, WINDOW_KIND, NEGATIVES, SAMPLE, COMBINE, POWER, BATCH);
    }
}
