package dev.gradus.model.sparse;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.model.Evaluation;

/** Scores stored weights on rows. */
public final class SparseScores {

    private static final int ROWS_AT_ONCE = 1000;

    private SparseScores() {}

    /** What the weights score on all rows of a source, which are written in those features. */
    public static Evaluation of(SparseWeights weights, FeatureList features, SparseSource source) throws DataException {
        float[] ordered = weights.inOrderOf(features);
        Evaluation evaluation = new Evaluation();
        SparseBlock block = new SparseBlock();
        SparseSource.Reader reader = source.reader();
        for (long from = 0; from < source.rows(); from += ROWS_AT_ONCE) {
            block.clear();
            reader.read(from, Math.min(source.rows(), from + ROWS_AT_ONCE), block);
            for (int row = 0; row < block.rows(); row++) {
                float z = weights.bias();
                for (int i = block.starts()[row]; i < block.starts()[row + 1]; i++) {
                    z += ordered[block.features()[i]] * block.values()[i];
                }
                evaluation.logit(z, block.labels()[row] > 0);
            }
        }
        return evaluation;
    }
}
