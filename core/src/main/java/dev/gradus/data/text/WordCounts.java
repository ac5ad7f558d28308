package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.files.FilePass;
import dev.gradus.data.files.Piece;
import java.util.Arrays;
import java.util.List;

/** How often every word of a text occurs. Keeps every different word in memory. */
final class WordCounts {

    private final WordTable table;
    private long[] counts;
    private long words;

    private WordCounts(int expected) {
        this.table = new WordTable(expected);
        this.counts = new long[expected];
    }

    /** Counts the words of a text. The sums do not depend on the number of threads; the order of words does. */
    static WordCounts of(TextJob job) throws DataException {
        List<Counter> counters = job.pass(() -> new Counter(job.tokenizer()));
        return merge(counters.stream().map(counter -> counter.counts).toList());
    }

    static WordCounts empty() {
        return new WordCounts(1 << 14);
    }

    /** The sum of all; the first one is used for it. */
    static WordCounts merge(List<WordCounts> parts) {
        WordCounts sum = parts.get(0);
        for (WordCounts part : parts.subList(1, parts.size())) {
            for (int i = 0; i < part.table.size(); i++) {
                sum.add(sum.table.add(part.table, i), part.counts[i]);
            }
        }
        return sum;
    }

    void add(byte[] bytes, int from, int length) {
        add(table.add(bytes, from, length), 1);
    }

    /** Different words. */
    int size() {
        return table.size();
    }

    /** Words in all. */
    long words() {
        return words;
    }

    long count(int number) {
        return counts[number];
    }

    byte[] word(int number) {
        return table.bytes(number);
    }

    private void add(int number, long count) {
        if (number >= counts.length) {
            counts = Arrays.copyOf(counts, (int) Math.min(2L * counts.length, Integer.MAX_VALUE - 8));
        }
        counts[number] += count;
        words += count;
    }

    /** Counts the words of the pieces that one thread gets. */
    private static final class Counter implements FilePass.Worker, WordSink {

        private final Tokenizer tokenizer;
        private final WordCounts counts = empty();

        Counter(Tokenizer tokenizer) {
            this.tokenizer = tokenizer;
        }

        @Override
        public void work(Piece piece) throws DataException {
            PieceWords.scan(piece, tokenizer, this);
        }

        @Override
        public void word(byte[] bytes, int from, int length) {
            counts.add(bytes, from, length);
        }

        @Override
        public void line() {}
    }
}
