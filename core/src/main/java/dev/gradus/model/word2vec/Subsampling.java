package dev.gradus.model.word2vec;

import dev.gradus.data.text.Vocabulary;

/**
 * Which share of a word's occurrences is learnt from. A word with share f of the text is kept with probability
 * {@code (sqrt(f / sample) + 1) * sample / f}, which is what word2vec keeps.
 */
final class Subsampling {

    private static final int BITS = 30;

    private Subsampling() {}

    /** For each word the number of 30 bits below which a random one keeps it. */
    static int[] thresholds(Vocabulary vocabulary, double sample) {
        int[] thresholds = new int[vocabulary.size()];
        double total = (double) vocabulary.total();
        for (int id = 0; id < thresholds.length; id++) {
            double share = vocabulary.count(id) / total;
            double kept = sample == 0 || share == 0 ? 1 : (Math.sqrt(share / sample) + 1) * sample / share;
            thresholds[id] = (int) (Math.min(kept, 1) * (1 << BITS));
        }
        return thresholds;
    }

    /** 1 if these random bits keep a word with that threshold, else 0. Without a branch, which nobody could predict. */
    static int keeps(int threshold, long bits) {
        return ((int) (bits >>> (64 - BITS)) - threshold) >>> 31;
    }
}
