package dev.gradus.data.sparse.generated;

import dev.gradus.data.sparse.SparseBlock;

/**
 * What the hidden model itself scores on generated rows: mean log-loss, and area under the ROC curve. The area comes
 * from a histogram of scores with ties counted as half, which is right to four decimals in memory that does not grow
 * with the rows. NaN where it does not apply: without rows, or without both classes.
 */
public record Truth(long rows, long positives, double logLoss, double auc) {

    private static final int BINS = 1 << 16;

    /** Scores beyond are counted at the border; probabilities there differ from 0 and 1 by less than a millionth. */
    private static final double BORDER = 16;

    private static final int CHUNK = 4096;

    static Truth of(CtrRows source) {
        HiddenModel model = source.recipe().model();
        SparseBlock block = new SparseBlock();
        long[][] counts = new long[2][BINS];
        double loss = 0;
        for (long from = 0; from < source.rows(); from += CHUNK) {
            block.clear();
            long first = source.first() + from;
            source.recipe().read(first, first + Math.min(CHUNK, source.rows() - from), block);
            for (int row = 0; row < block.rows(); row++) {
                double score = model.score(block.features(), block.values(), block.starts()[row]);
                boolean positive = block.labels()[row] == 1;
                loss += logLoss(positive ? score : -score);
                counts[positive ? 1 : 0][bin(score)]++;
            }
        }
        return of(counts, loss);
    }

    private static Truth of(long[][] counts, double loss) {
        long negatives = 0;
        long positives = 0;
        double ordered = 0;
        for (int bin = 0; bin < BINS; bin++) {
            ordered += counts[1][bin] * (negatives + counts[0][bin] / 2.0);
            negatives += counts[0][bin];
            positives += counts[1][bin];
        }
        long rows = negatives + positives;
        return new Truth(rows, positives, loss / rows, ordered / ((double) negatives * positives));
    }

    /** The loss of a row whose right class has that score against the other. */
    private static double logLoss(double score) {
        return Math.max(0, -score) + Math.log1p(Math.exp(-Math.abs(score)));
    }

    private static int bin(double score) {
        double place = (score + BORDER) * (BINS / (2 * BORDER));
        return (int) Math.max(0, Math.min(BINS - 1, place));
    }
}
