package dev.gradus.benchmarks;

import dev.gradus.data.text.TextBlock;
import dev.gradus.job.Job;
import dev.gradus.job.KeyList;
import dev.gradus.math.Kernels;
import dev.gradus.model.Table;
import dev.gradus.model.Tally;
import dev.gradus.model.word2vec.Word2vec;
import dev.gradus.model.word2vec.Word2vecKeys;
import dev.gradus.model.word2vec.Word2vecSettings;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/**
 * Times the training loop of word2vec on a text: {@code text=path kinds=skipgram,cbow threads=1,2 rounds=3 epochs=1
 * minCount=5 rate=0 seed=1 blocks=0 kernels=auto vectors=path} and any key of the model, as in
 * {@code model.dimension=300}. Rounds are interleaved over kinds and threads; {@code rate=0} is the usual one of a
 * kind, {@code blocks=0} the whole text. With {@code vectors} the last round's are written, in word2vec's binary
 * format.
 */
public final class Word2vecBenchmark {

    private static final int BLOCK = 10_000;
    private static final int WARM_BLOCKS = 150;

    private final Map<String, String> words = new LinkedHashMap<>();
    private final Map<String, Object> keys = new LinkedHashMap<>();

    private Word2vecBenchmark(String[] args) {
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("not a setting: word=" + arg + "; expected name=value");
            }
            String name = arg.substring(0, equals);
            String value = arg.substring(equals + 1);
            if (name.startsWith("model.")) {
                keys.put(name, scalar(value));
            } else {
                words.put(name, value);
            }
        }
    }

    private static Object scalar(String value) {
        try {
            return value.matches("-?\\d+") ? (Object) Long.valueOf(value) : Double.valueOf(value);
        } catch (NumberFormatException e) {
            return value;
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        try {
            new Word2vecBenchmark(args).run();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private String word(String name, String otherwise) {
        return words.getOrDefault(name, otherwise);
    }

    private int number(String name, int otherwise) {
        return Integer.parseInt(word(name, Integer.toString(otherwise)));
    }

    private void run() throws IOException, InterruptedException, ExecutionException {
        IntCorpus corpus = IntCorpus.read(Path.of(word("text", "")), number("minCount", 5));
        Word2vecSettings settings = Word2vecSettings.of(Job.of(new KeyList(Word2vecKeys.all()), keys));
        System.out.println(settings + ", words=" + corpus.words() + ", vocabulary="
                + corpus.vocabulary().size());
        for (int round = 0; round < number("rounds", 3); round++) {
            for (String kind : word("kinds", "skipgram,cbow").split(",", -1)) {
                for (String threads : word("threads", "1,2").split(",", -1)) {
                    time(corpus, kind, settings, Integer.parseInt(threads), round);
                }
            }
        }
    }

    private void time(IntCorpus corpus, String kind, Word2vecSettings settings, int threads, int round)
            throws IOException, InterruptedException, ExecutionException {
        int seed = number("seed", 1);
        Kernels kernels = Kernels.choose(word("kernels", Kernels.AUTO));
        Word2vec model = new Word2vec(kind, settings, corpus.vocabulary(), seed, kernels);
        float[] parameters = new float[model.layout().size() + threads * model.copyFloats(threads)];
        double asked = Double.parseDouble(word("rate", "0"));
        double rate = asked > 0 ? asked : kind.equals(Word2vec.CBOW) ? 0.05 : 0.025;
        Word2vecRace race = new Word2vecRace(model, corpus, rate, number("epochs", 1), BLOCK);
        long all = TextBlock.count(corpus, BLOCK);
        if (round == 0) {
            race.run(parameters, threads, Math.min(all, WARM_BLOCKS));
        }
        model.initialize(parameters, seed);
        int wanted = number("blocks", 0);
        long start = System.nanoTime();
        Tally tally = race.run(parameters, threads, wanted == 0 ? all : Math.min(wanted, all));
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "round=%d kind=%s threads=%d seconds=%.2f words/s=%.3fM loss=%.4f predictions=%d updates/s=%.0f hits=%.4f%n",
                round,
                kind,
                threads,
                seconds,
                tally.samples() / seconds / 1e6,
                tally.loss() / tally.predictions(),
                tally.predictions(),
                tally.updates() / seconds,
                tally.hits() / (double) tally.predictions());
        if (words.containsKey("vectors")) {
            write(Path.of(word("vectors", "")), model.vectors(parameters), corpus);
        }
    }

    private static void write(Path path, Table vectors, IntCorpus corpus) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 20)) {
            out.write((vectors.rows() + " " + vectors.width() + "\n").getBytes(StandardCharsets.UTF_8));
            ByteBuffer row = ByteBuffer.allocate(vectors.width() * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            for (int id = 0; id < vectors.rows(); id++) {
                out.write((corpus.vocabulary().word(id) + " ").getBytes(StandardCharsets.UTF_8));
                row.clear();
                row.asFloatBuffer().put(vectors.values(), id * vectors.width(), vectors.width());
                out.write(row.array());
                out.write('\n');
            }
        }
    }
}
