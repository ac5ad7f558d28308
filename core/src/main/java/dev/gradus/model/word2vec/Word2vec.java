package dev.gradus.model.word2vec;

import dev.gradus.data.text.TextBlock;
import dev.gradus.data.text.Vocabulary;
import dev.gradus.job.JobException;
import dev.gradus.math.CounterRandom;
import dev.gradus.math.Kernels;
import dev.gradus.model.HotRows;
import dev.gradus.model.Layout;
import dev.gradus.model.Learner;
import dev.gradus.model.MergeLoop;
import dev.gradus.model.RowHomes;
import dev.gradus.model.RowPlaces;
import dev.gradus.model.RowStart;
import dev.gradus.model.Table;
import dev.gradus.model.TableModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Word vectors: a row of {@code input} for each word is learnt by predicting words from their neighbours. CBOW predicts
 * from all neighbours together, skip-gram from each by itself; {@link Output} says how.
 */
public final class Word2vec implements TableModel<TextBlock> {

    public static final String CBOW = "cbow";
    public static final String SKIPGRAM = "skipgram";

    /** The tables, as indices of the layout's blocks. */
    static final int INPUT = 0;

    static final int OUTPUT = 1;
    static final int BIAS = 2;

    private static final String OUTPUT_NAME = "output";

    /** Rows are padded to this many floats, the widest register there is. */
    private static final int PADDING = 16;

    /** Rows of a table that have copies at most, and what the copies of a thread may take, in floats: 128 MiB. */
    private static final int HOT_ROWS = 1 << 14;

    private static final int HOT_FLOATS = 1 << 25;

    /**
     * Words of a vocabulary from which on there are copies. In a small one every row is hot: between two merges each
     * thread moves it as far as one thread alone should, the sum overshoots, and training diverges.
     */
    private static final int FEWEST_HOT_WORDS = 2_000;

    /**
     * Words that all threads together learn from between merges of the most frequent rows, or as many as the vocabulary
     * has if these are fewer. Of such rows there is one for {@value #WORDS_A_FIRST_ROW} words of a thread. Eight
     * threads lost all they had learnt with 40,000, and nothing with 20,000
     * (docs/decisions/0043-threads-that-race-own-their-rows.md).
     */
    private static final int MERGE_WORDS = 20_000;

    /**
     * Words of a thread for each row that merges in every turn (docs/decisions/0052-copies-lie-behind-the-tables.md).
     */
    private static final int WORDS_A_FIRST_ROW = 40;

    /** Words of a thread between two merges for each row that has a copy, where threads are many. */
    private static final int WORDS_A_ROW = 10;

    /**
     * Threads that may have copies of rarer rows, too: with four what they learnt from a pass was less, and with three
     * in a vocabulary of 5,000 words (docs/decisions/0052-copies-lie-behind-the-tables.md).
     */
    private static final int MOST_OWNERS = 3;

    private static final int MOST_OWNERS_OF_FEW_WORDS = 2;

    private static final int FEW_WORDS = 20_000;

    /** Updates of the softmax output between merges of the copies of its weights. */
    private static final int MERGE_UPDATES = 16;

    /**
     * The square root of the dimension is multiplied by this to find what first values between -0.5 and 0.5 are divided
     * by, so that first vectors are 0.46 long in the mean. Output starts at 0, and learns the faster the longer they
     * are (docs/decisions/0053-first-vectors-are-longer.md).
     */
    private static final double FIRST_DIVISOR = 0.625;

    private final String kind;
    private final Word2vecSettings settings;
    private final Vocabulary vocabulary;
    private final long seed;
    private final Kernels kernels;
    private final Layout layout;
    private final int[] thresholds;
    private final @Nullable AliasTable negatives;
    private final @Nullable HuffmanTree tree;
    private final Object mergeLock = new Object();

    /** The seed is that of every random choice of a learner. */
    public Word2vec(String kind, Word2vecSettings settings, Vocabulary vocabulary, long seed, Kernels kernels) {
        if (!kind.equals(CBOW) && !kind.equals(SKIPGRAM)) {
            throw new IllegalArgumentException("unknown kind of word2vec: kind=" + kind);
        }
        if (vocabulary.size() < 2) {
            throw new IllegalArgumentException("vocabulary is too small to learn from: words=" + vocabulary.size()
                    + ", needed=2; lower the least count or give more text");
        }
        this.kind = kind;
        this.settings = settings;
        this.vocabulary = vocabulary;
        this.seed = seed;
        this.kernels = kernels;
        this.layout = layout(settings, vocabulary.size());
        this.thresholds = Subsampling.thresholds(vocabulary, settings.sampling().sample());
        this.negatives = settings.output() == Output.NEGATIVE
                ? new AliasTable(powers(vocabulary, settings.sampling().power()))
                : null;
        this.tree = settings.output() == Output.HIERARCHICAL ? new HuffmanTree(vocabulary) : null;
    }

    /** The model of a job, which refuses what cannot be made with a JobException. */
    public static Word2vec of(
            String kind, Word2vecSettings settings, Vocabulary vocabulary, long seed, Kernels kernels) {
        try {
            return new Word2vec(kind, settings, vocabulary, seed, kernels);
        } catch (IllegalArgumentException e) {
            throw new JobException("model.kind", String.valueOf(e.getMessage()));
        }
    }

    private static double[] powers(Vocabulary vocabulary, double power) {
        double[] powers = new double[vocabulary.size()];
        for (int id = 0; id < powers.length; id++) {
            powers[id] = Math.pow((double) vocabulary.count(id), power);
        }
        return powers;
    }

    private static Layout layout(Word2vecSettings settings, int words) {
        int stride = stride(settings.dimension());
        boolean softmax = settings.output() == Output.SOFTMAX;
        int outputRows = softmax ? settings.dimension() : settings.output() == Output.NEGATIVE ? words : words - 1;
        int outputStride = softmax ? stride(words) : stride;
        long size = (long) words * stride + (long) (outputRows + (softmax ? 1 : 0)) * outputStride;
        if (size > Integer.MAX_VALUE - PADDING) {
            throw new IllegalArgumentException("tables do not fit an array: words=" + words + ", dimension="
                    + settings.dimension() + ", floats=" + size + "; take fewer words or a smaller dimension");
        }
        List<Layout.Block> blocks = new ArrayList<>();
        blocks.add(new Layout.Block("input", 0, List.of(words, stride)));
        blocks.add(new Layout.Block(OUTPUT_NAME, blocks.get(INPUT).to(), List.of(outputRows, outputStride)));
        if (softmax) {
            blocks.add(new Layout.Block("bias", blocks.get(OUTPUT).to(), List.of(1, outputStride)));
        }
        return new Layout(blocks);
    }

    /** That many floats, padded. */
    static int stride(int floats) {
        return (floats + PADDING - 1) / PADDING * PADDING;
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public Layout layout() {
        return layout;
    }

    public Word2vecSettings settings() {
        return settings;
    }

    public Vocabulary vocabulary() {
        return vocabulary;
    }

    /** Input between -0.5 and 0.5 divided by {@link #divisor}, all else 0. */
    @Override
    public void initialize(float[] parameters, long seed) {
        Arrays.fill(parameters, 0, layout.size(), 0);
        int dimension = settings.dimension();
        int stride = stride(dimension);
        long key = CounterRandom.key(seed, INPUT);
        double divisor = divisor();
        for (int word = 0; word < vocabulary.size(); word++) {
            for (int d = 0; d < dimension; d++) {
                double uniform = CounterRandom.uniform(key, (long) word * dimension + d);
                parameters[word * stride + d] = (float) ((uniform - 0.5) / divisor);
            }
        }
    }

    private double divisor() {
        return FIRST_DIVISOR * Math.sqrt(settings.dimension());
    }

    @Override
    public Learner<TextBlock> learner(int racer, int racers) {
        Hot hot = hot(racers);
        int copiesFrom = layout.size() + racer * hot.floats();
        HotRows homes =
                HotRows.behind(hot.rows, hot.stride, copiesFrom, new HotRows.Merging(hot.pace, mergeLock, mergeLoop()));
        if (settings.output() != Output.SOFTMAX) {
            return tileLearner(homes);
        }
        SoftmaxShape shape = softmaxShape();
        SoftmaxKernel kernel =
                kernels.of(SoftmaxKernel.Family.class, PlainSoftmaxKernel::new).create(shape, settings.batch());
        SoftmaxBatch batch = new SoftmaxBatch(settings.batch());
        return new SoftmaxLearner(plan(1), shape, kernel, batch, kind.equals(CBOW), homes);
    }

    @Override
    public int copyFloats(int racers) {
        return hot(racers).floats();
    }

    private SoftmaxShape softmaxShape() {
        return new SoftmaxShape(vocabulary.size(), settings.dimension(), stride(settings.dimension()), settings.mean());
    }

    /** The rows of which racing learners keep copies, and when these merge. */
    private record Hot(HotRows.Rows rows, int stride, HotRows.Pace pace) {

        int floats() {
            return rows.floats(stride);
        }
    }

    private Hot hot(int racers) {
        return settings.output() == Output.SOFTMAX ? hotWeights(racers) : hotRows(racers);
    }

    /**
     * Every update moves all weights and biases, so threads that race have copies of them all: else each would take all
     * their cache lines from the other at every update.
     */
    private Hot hotWeights(int racers) {
        SoftmaxShape shape = softmaxShape();
        int wanted = racers > 1 ? settings.dimension() + 1 : 0;
        int copies = fitting(racers, shape.columns(), wanted) < wanted ? 0 : wanted;
        HotRows.Rows rows = new HotRows.Rows(0, copies, shape.weightsFrom());
        return new Hot(rows, shape.columns(), new HotRows.Pace(MERGE_UPDATES, Math.max(1, copies)));
    }

    /** At most so many copies as fit behind the parameters in one array, for each of the racers. */
    private int fitting(int racers, int stride, int copies) {
        long room = ((long) Integer.MAX_VALUE - PADDING - layout.size()) / racers;
        return (int) Math.min(copies, room / stride);
    }

    private TileLearner tileLearner(RowHomes homes) {
        Columns columns = columns();
        TileKernel kernel =
                kernels.of(TileKernel.Family.class, PlainTileKernel::new).create(stride(settings.dimension()));
        return new TileLearner(settings, kind.equals(CBOW), plan(columns.groupSize()), columns, homes, kernel);
    }

    /** The softmax output touches every weight in every update, so there is nothing to leave out. */
    @Override
    public @Nullable Learner<TextBlock> learnerOfCopies(RowPlaces places) {
        return settings.output() == Output.SOFTMAX ? null : tileLearner(RowHomes.at(places));
    }

    @Override
    public List<RowStart> starts(long seed) {
        int dimension = settings.dimension();
        List<RowStart> starts =
                new ArrayList<>(Collections.nCopies(layout.blocks().size(), RowStart.ZERO));
        starts.set(INPUT, new RowStart(CounterRandom.key(seed, INPUT), dimension, divisor()));
        return starts;
    }

    private Columns columns() {
        if (tree != null) {
            return new HierarchicalColumns(tree);
        }
        if (negatives == null) {
            throw new IllegalStateException("output has no columns: output=" + settings.output());
        }
        return new NegativeColumns(negatives, settings.sampling().negatives());
    }

    private BlockPlan plan(int groupSize) {
        return new BlockPlan(settings.window(), thresholds, groupSize, seed);
    }

    private Hot hotRows(int racers) {
        int stride = stride(settings.dimension());
        int words = Math.min(MERGE_WORDS, vocabulary.size()) / racers;
        int owners = vocabulary.size() < FEW_WORDS ? MOST_OWNERS_OF_FEW_WORDS : MOST_OWNERS;
        int most = racers > owners ? words / WORDS_A_ROW : HOT_ROWS;
        // Two tables, and each row as it is and as it was when it merged.
        most = Math.min(most, fitting(racers, 2 * stride, HOT_FLOATS / (4 * stride)));
        if (racers == 1 || vocabulary.size() < FEWEST_HOT_WORDS) {
            most = 0;
        }
        Layout.Block output = layout.blocks().get(OUTPUT);
        int inputs = Math.min(most, vocabulary.size());
        int outputs = Math.min(most, output.dimensions().get(0));
        HotRows.Rows rows = new HotRows.Rows(inputs, outputs, output.from());
        return new Hot(rows, stride, new HotRows.Pace(words, Math.max(1, words / WORDS_A_FIRST_ROW)));
    }

    private MergeLoop mergeLoop() {
        return kernels.of(MergeLoop.class, MergeLoop.plain());
    }

    /** Those of the softmax output have a row for each word. */
    @Override
    public List<Table> tables(float[] parameters) {
        List<Table> tables = new ArrayList<>();
        for (Layout.Block block : layout.blocks()) {
            tables.add(table(parameters, block));
        }
        return tables;
    }

    /** The vectors of the words, row by row without padding. */
    public Table vectors(float[] parameters) {
        return table(parameters, layout.blocks().get(INPUT));
    }

    private Table table(float[] parameters, Layout.Block block) {
        int rows = block.dimensions().get(0);
        int stride = block.dimensions().get(1);
        boolean softmax = settings.output() == Output.SOFTMAX && block.from() > 0;
        int width = softmax ? vocabulary.size() : settings.dimension();
        boolean turned = softmax && block.name().equals(OUTPUT_NAME);
        float[] values = new float[Math.multiplyExact(rows, width)];
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < width; i++) {
                values[turned ? i * rows + row : row * width + i] = parameters[block.from() + row * stride + i];
            }
        }
        int columns = turned ? rows : width;
        return Table.of(block.name(), rows == 1 ? 1 : columns, values); // a table of one row is a vector
    }
}
