package dev.gradus.model.word2vec;

import dev.gradus.job.Job;

/** What a model of word vectors is made of. {@code batch} is read by the softmax output alone. */
public record Word2vecSettings(
        Output output, int dimension, boolean mean, int batch, Window window, Sampling sampling) {

    /** How many neighbours on each side count; {@code shrinking} draws a number up to {@code size} for each word. */
    public record Window(int size, boolean shrinking) {

        public Window {
            check("window", size, size >= 1);
        }
    }

    /** How often frequent words are skipped ({@code sample} 0: never), and what negatives are drawn. */
    public record Sampling(double sample, int negatives, double power) {

        public Sampling {
            check("sample", sample, sample >= 0 && sample <= 1);
            check("negatives", negatives, negatives >= 1);
            check("power", power, power >= 0 && power <= 1);
        }
    }

    public Word2vecSettings {
        check("dimension", dimension, dimension >= 1);
        check("batch", batch, batch >= 1);
    }

    public static Word2vecSettings of(Job job) {
        return new Word2vecSettings(
                Output.of(job.get(Word2vecKeys.OUTPUT)),
                job.integer(Word2vecKeys.DIMENSION),
                job.get(Word2vecKeys.COMBINE).equals(Word2vecKeys.MEAN),
                job.integer(Word2vecKeys.BATCH),
                new Window(
                        job.integer(Word2vecKeys.WINDOW),
                        job.get(Word2vecKeys.WINDOW_KIND).equals(Word2vecKeys.SHRINKING)),
                new Sampling(
                        job.get(Word2vecKeys.SAMPLE),
                        job.integer(Word2vecKeys.NEGATIVES),
                        job.get(Word2vecKeys.POWER)));
    }

    private static void check(String name, double value, boolean good) {
        if (!good) {
            throw new IllegalArgumentException("bad word2vec setting: " + name + "=" + value);
        }
    }
}
