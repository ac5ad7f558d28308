package dev.gradus.model.logistic;

import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.model.BatchLearner;
import dev.gradus.model.BlockNumbering;
import dev.gradus.model.BlockScorer;
import dev.gradus.model.HotRows;
import dev.gradus.model.Layout;
import dev.gradus.model.Learner;
import dev.gradus.model.MergeLoop;
import dev.gradus.model.RowStart;
import dev.gradus.model.SparseModel;
import dev.gradus.optim.RowRule;
import dev.gradus.optim.RowRules;
import java.util.Arrays;
import java.util.List;

/**
 * Logistic regression on sparse rows of two classes. The one table has a row for the bias and then one for each
 * feature: the weight, with what the update rule remembers of it beside it.
 */
public final class SparseLogistic implements SparseModel {

    /** Rows of the table that have copies at most, for threads that race: of clicks they are 91 % of all entries. */
    private static final int HOT_ROWS = SparseBlock.FREQUENT + 1;

    /** Rows of data of all threads together between two turns of merging: more let copies drift apart. */
    private static final int MERGE_SAMPLES = 1000;

    /** Rows of the table that merge in every turn, of all threads together: 82 % of all entries are theirs. */
    private static final int HOTTEST_ROWS = 2048;

    private final Job job;
    private final int features;
    private final Layout layout;
    private final Object mergeLock = new Object();

    public SparseLogistic(Job job, int features) {
        this.job = job;
        this.features = features;
        int stride = rule().stride();
        if ((features + 1L) * stride > Integer.MAX_VALUE - 8) {
            throw new JobException(
                    LogisticRegression.KIND,
                    "weights do not fit an array: features=" + features + ", floats of each=" + stride
                            + "; leave out rare features with data.minCount, or hash to fewer with data.bits");
        }
        this.layout = new Layout(List.of(new Layout.Block("features", 0, List.of(features + 1, stride))));
    }

    private RowRule rule() {
        return RowRules.of(job, job.get(LogisticKind.L1), job.get(LogisticKind.L2));
    }

    @Override
    public String kind() {
        return LogisticRegression.KIND;
    }

    @Override
    public Layout layout() {
        return layout;
    }

    /** All weights start at 0, and so does what rules remember. */
    @Override
    public void initialize(float[] parameters, long seed) {
        Arrays.fill(parameters, 0);
    }

    @Override
    public int features() {
        return features;
    }

    @Override
    public Weights weights(float[] parameters) {
        RowRule rule = rule();
        boolean bias = job.get(LogisticKind.BIAS);
        return new Weights() {
            @Override
            public float bias() {
                return bias ? rule.bias(parameters) : 0;
            }

            @Override
            public void copy(int from, int to, float[] into) {
                int stride = rule.stride();
                for (int feature = from; feature < to; feature++) {
                    into[feature - from] = rule.weight(parameters, (feature + 1) * stride);
                }
            }
        };
    }

    @Override
    public Learner<SparseBlock> learner(int racer, int racers) {
        RowRule rule = rule();
        int hot = racers > 1 ? Math.min(2 * HOT_ROWS / racers, features + 1) : 0;
        HotRows.Pace pace = new HotRows.Pace(Math.max(1, MERGE_SAMPLES / racers), Math.max(1, HOTTEST_ROWS / racers));
        HotRows.Merging merging = new HotRows.Merging(pace, mergeLock, MergeLoop.plain());
        HotRows copies = HotRows.apart(new HotRows.Rows(hot, 0, 0), rule.stride(), merging);
        return new SparseLearner(rule, terms(), copies);
    }

    @Override
    public List<RowStart> starts(long seed) {
        return List.of(RowStart.ZERO);
    }

    @Override
    public RowRule.Penalties penalties() {
        return new RowRule.Penalties(
                job.get(LogisticKind.L1).floatValue(), job.get(LogisticKind.L2).floatValue());
    }

    @Override
    public BlockNumbering<SparseBlock> numbering() {
        return new SparseNumbering(features);
    }

    private RowTerms terms() {
        return new RowTerms(
                job.get(LogisticKind.BIAS),
                job.get(LogisticKind.POSITIVE_WEIGHT).floatValue());
    }

    @Override
    public BatchLearner<SparseBlock> batchLearner() {
        return new SparseGradients(rule(), terms());
    }

    @Override
    public BlockScorer<SparseBlock> scorer() {
        RowRule rule = rule();
        boolean bias = job.get(LogisticKind.BIAS);
        return (parameters, block, into) -> {
            for (int row = 0; row < block.rows(); row++) {
                float z = rule.dot(
                        parameters, block.features(), block.values(), block.starts()[row], block.starts()[row + 1]);
                into.logit(bias ? z + rule.bias(parameters) : z, block.labels()[row] > 0);
            }
        };
    }

    @Override
    public boolean sparse() {
        return true;
    }
}
