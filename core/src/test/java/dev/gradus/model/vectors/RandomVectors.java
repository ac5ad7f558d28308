package dev.gradus.model.vectors;

import dev.gradus.data.text.Vocabulary;
import dev.gradus.model.Table;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Vectors for tests. */
final class RandomVectors {

    private RandomVectors() {}

    /** Words {@code w0}, {@code w1}, ... with random vectors in a padded table. */
    static WordVectors of(long seed, int words, int width) {
        SplittableRandom random = new SplittableRandom(seed);
        int stride = width + random.nextInt(5);
        int offset = random.nextInt(5);
        float[] values = new float[offset + words * stride];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble(-3, 3);
        }
        List<String> names = IntStream.range(0, words).mapToObj(i -> "w" + i).toList();
        return new WordVectors(vocabulary(names), new Table(VectorFolder.INPUT, words, width, stride, values, offset));
    }

    /** Words with given vectors. */
    static WordVectors of(List<String> words, float[]... rows) {
        int width = rows[0].length;
        float[] values = new float[words.size() * width];
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, values, i * width, width);
        }
        return new WordVectors(vocabulary(words), Table.of(VectorFolder.INPUT, width, values));
    }

    static Vocabulary vocabulary(List<String> words) {
        long[] counts = new long[words.size()];
        Arrays.setAll(counts, i -> (long) words.size() - i);
        return new Vocabulary(words, counts);
    }
}
