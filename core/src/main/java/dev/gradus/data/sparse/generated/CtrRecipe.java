package dev.gradus.data.sparse.generated;

import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.math.CounterRandom;

/**
 * How generated clicks are made. Each row is a function of the seed, the number of features in all and its own number,
 * the same on every machine. It has 39 entries in rising order of features: 13 whole numbers as logarithms and 26
 * categories of value 1; its label is drawn from the {@link HiddenModel}. Immutable.
 */
public final class CtrRecipe {

    /** Entries of every row. */
    public static final int ENTRIES = CtrColumns.ENTRIES;

    /** Columns of whole numbers: the first entries of every row. */
    public static final int INTEGERS = CtrColumns.INTEGERS;

    /** The share of clicks among the rows of the Kaggle set. */
    private static final double CLICKS = 0.256;

    private static final long ROWS = 1;
    private static final long TRIAL_ROWS = 2;
    private static final int TRIALS = 8192;

    /** Draws of a row: its entries, then its label. */
    private static final int DRAWS = ENTRIES + 1;

    private final long key;
    private final long features;
    private final IntegerColumn[] integers = new IntegerColumn[INTEGERS];
    private final ZipfColumn[] categories = new ZipfColumn[ENTRIES - INTEGERS];
    private final HiddenModel model;

    /** A recipe for rows of so many features in all. */
    public CtrRecipe(long seed, int features) {
        this.key = CounterRandom.key(seed, ROWS);
        this.features = features;
        for (int i = 0; i < INTEGERS; i++) {
            integers[i] = new IntegerColumn(CtrColumns.mean(i), CtrColumns.deviation(i));
        }
        int[] sizes = CtrColumns.sizes(features);
        int start = CtrColumns.FIRST_FEATURE + INTEGERS;
        for (int c = 0; c < sizes.length; c++) {
            categories[c] = new ZipfColumn(c, start, sizes[c], CtrColumns.exponent(c));
            start += sizes[c];
        }
        this.model = new HiddenModel(seed, bias(seed));
    }

    /**
     * The bias that gives the share of clicks: which weights the frequent categories have differs from seed to seed.
     */
    private double bias(long seed) {
        double[] scores = trialScores(new HiddenModel(seed, 0), CounterRandom.key(seed, TRIAL_ROWS));
        double low = -30;
        double high = 30;
        for (int i = 0; i < 40; i++) {
            double middle = (low + high) / 2;
            double clicks = 0;
            for (double score : scores) {
                clicks += HiddenModel.probability(score + middle);
            }
            if (clicks < CLICKS * TRIALS) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private double[] trialScores(HiddenModel unbiased, long trialKey) {
        int[] features = new int[ENTRIES];
        float[] values = new float[ENTRIES];
        double[] scores = new double[TRIALS];
        for (int i = 0; i < TRIALS; i++) {
            draw(trialKey, i, features, values, 0);
            scores[i] = unbiased.score(features, values, 0);
        }
        return scores;
    }

    /** How many features there could be. */
    public long features() {
        return features;
    }

    /** A number that all features are less than. */
    public long space() {
        return CtrColumns.FIRST_FEATURE + features;
    }

    /** Appends rows {@code from} to {@code to} to a block. */
    void read(long from, long to, SparseBlock into) {
        int count = Math.toIntExact(to - from);
        into.reserve(count, Math.multiplyExact(count, ENTRIES));
        int[] features = into.features();
        float[] values = into.values();
        int first = into.rows();
        int at = into.entries();
        for (int i = 0; i < count; i++) {
            draw(key, from + i, features, values, at);
            double probability = HiddenModel.probability(model.score(features, values, at));
            boolean click = CounterRandom.uniform(key, (from + i) * DRAWS + ENTRIES) < probability;
            into.labels()[first + i] = click ? 1 : 0;
            into.weights()[first + i] = 1;
            at += ENTRIES;
            into.starts()[first + i + 1] = at;
        }
        into.filled(first + count, at);
    }

    private void draw(long rowsKey, long row, int[] features, float[] values, int at) {
        long index = row * DRAWS;
        for (int i = 0; i < INTEGERS; i++) {
            features[at + i] = CtrColumns.FIRST_FEATURE + i;
            values[at + i] = integers[i].value(CounterRandom.bits(rowsKey, index + i));
        }
        for (int i = INTEGERS; i < ENTRIES; i++) {
            ZipfColumn column = categories[i - INTEGERS];
            features[at + i] = column.id(column.rank(CounterRandom.bits(rowsKey, index + i)));
            values[at + i] = 1;
        }
    }

    /** The whole number of a row in one of the first columns, of which its value is the logarithm. */
    public int number(long row, int integer) {
        return integers[integer].number(CounterRandom.bits(key, row * DRAWS + integer));
    }

    /** Which category of its column a feature is, from 0 on; columns count from 0, those of whole numbers first. */
    public int category(int feature, int column) {
        return feature - categories[column - INTEGERS].start();
    }

    /** How many categories a column has. */
    int categories(int column) {
        return categories[column - INTEGERS].size();
    }

    HiddenModel model() {
        return model;
    }
}
