package dev.gradus.train;

import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.TextBlock;
import dev.gradus.data.text.TextKind;
import dev.gradus.data.text.Vocabulary;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.math.Kernels;
import dev.gradus.model.Layout;
import dev.gradus.model.Learner;
import dev.gradus.model.Table;
import dev.gradus.model.TableModel;
import dev.gradus.model.Tally;
import dev.gradus.model.TextModelKind;
import dev.gradus.optim.OptimKeys;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A small text and a small model of tables, whose steps depend on everything that they should depend on. */
final class Letters {

    static final int WORDS = 40;
    static final int WIDTH = 3;

    private static final int[] TOKENS = IntStream.range(0, 1000)
            .map(i -> i % 17 == 16 ? Corpus.END : i * i % 101 % WORDS)
            .toArray();

    /** Fails when it is told to; null for a model that never does. */
    interface Mishap {
        void maybe(TextBlock block);
    }

    private Letters() {}

    static int tokens() {
        return TOKENS.length;
    }

    static Kinds kinds(Mishap mishap) {
        List<Key<?>> keys = List.of(OptimKeys.KIND, OptimKeys.RATE, OptimKeys.CLIP, OptimKeys.SCHEDULE, OptimKeys.END);
        return new Kinds(
                List.of(new LettersModelKind(mishap)),
                List.of(new LettersKind()),
                List.of(new ThreadLauncher()),
                allKeys(keys));
    }

    private static List<Key<?>> allKeys(List<Key<?>> first) {
        List<Key<?>> all = new java.util.ArrayList<>(first);
        OptimKeys.all().stream().filter(key -> !first.contains(key)).forEach(all::add);
        return all;
    }

    /** A job over the text; {@code settings} are names and values by turns. */
    static Job job(Object... settings) {
        Map<String, Object> scalars = new LinkedHashMap<>();
        scalars.put("model.kind", "pull");
        scalars.put("data.kind", "letters");
        scalars.put("launch.kind", "threads");
        scalars.put("launch.warmUp", "0s");
        scalars.put("kernels", "plain");
        scalars.put("data.block", 30L);
        scalars.put("virtualShards", 8L);
        scalars.put("optimizer.rate", 0.1);
        scalars.put("schedule.kind", "linear");
        for (int i = 0; i < settings.length; i += 2) {
            Object value = settings[i + 1] instanceof Integer number ? (Object) number.longValue() : settings[i + 1];
            scalars.put((String) settings[i], value);
        }
        return Job.of(kinds(block -> {}).keys(), scalars);
    }

    private static final class LettersKind implements TextKind {

        @Override
        public String name() {
            return "letters";
        }

        @Override
        public String summary() {
            return "a text of a thousand tokens";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of();
        }

        @Override
        public Corpus open(Job job, Path cache) {
            return new LettersCorpus();
        }
    }

    private static final class LettersCorpus implements Corpus {

        @Override
        public Vocabulary vocabulary() {
            return new Vocabulary(
                    IntStream.range(0, WORDS).mapToObj(i -> "w" + i).toList(), new long[WORDS]);
        }

        @Override
        public long length() {
            return TOKENS.length;
        }

        @Override
        public long words() {
            return 950;
        }

        @Override
        public void read(long from, int[] into, int count) {
            System.arraycopy(TOKENS, (int) from, into, 0, count);
        }

        @Override
        public void close() {}
    }

    private record LettersModelKind(Mishap mishap) implements TextModelKind {

        @Override
        public String name() {
            return "pull";
        }

        @Override
        public String summary() {
            return "pulls the rows of neighbours towards each other";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of();
        }

        @Override
        public TableModel<TextBlock> create(Job job, Vocabulary vocabulary, long seed, Kernels kernels) {
            return new Pull(mishap);
        }
    }

    /** Pulls a word's row of the first table towards its neighbour's in the second, and moves that one's bias. */
    record Pull(Mishap mishap) implements TableModel<TextBlock>, Learner<TextBlock> {

        @Override
        public String kind() {
            return "pull";
        }

        @Override
        public Layout layout() {
            return new Layout(List.of(
                    new Layout.Block("input", 0, List.of(WORDS, WIDTH)),
                    new Layout.Block("output", WORDS * WIDTH, List.of(WORDS, WIDTH)),
                    new Layout.Block("bias", 2 * WORDS * WIDTH, List.of(WORDS))));
        }

        @Override
        public void initialize(float[] parameters, long seed) {
            for (int i = 0; i < parameters.length; i++) {
                parameters[i] = (float) Math.sin((double) seed + i);
            }
        }

        @Override
        public List<Table> tables(float[] parameters) {
            return List.of();
        }

        @Override
        public Learner<TextBlock> learner(int racer, int racers) {
            return this;
        }

        @Override
        public void learn(float[] p, TextBlock block, double rate, Tally tally) {
            mishap.maybe(block);
            double loss = 0;
            int[] tokens = block.tokens();
            for (int i = 1; i < block.length(); i++) {
                if (tokens[i] >= 0 && tokens[i - 1] >= 0) {
                    int in = tokens[i] * WIDTH;
                    int out = (WORDS + tokens[i - 1]) * WIDTH;
                    for (int k = 0; k < WIDTH; k++) {
                        float difference = p[out + k] - p[in + k] + block.epoch();
                        loss += Math.abs(difference);
                        p[in + k] += (float) rate * difference;
                        p[out + k] -= (float) (rate * 0.3) * difference;
                    }
                    p[2 * WORDS * WIDTH + tokens[i]] += (float) rate;
                }
            }
            tally.count(loss, block.length(), block.length() / 2);
            tally.worked(block.length(), 3);
        }

        @Override
        public void touch(TextBlock block, RowSink rows) {
            for (int i = 0; i < block.length(); i++) {
                if (block.tokens()[i] >= 0) {
                    rows.row(0, block.tokens()[i]);
                    rows.row(1, block.tokens()[i]);
                    rows.row(2, block.tokens()[i]);
                }
            }
        }

        @Override
        public void settle(float[] parameters) {}
    }
}
