package dev.gradus.data.text;

import dev.gradus.data.DataException;
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
        return NumberedText.of(job, 0).counts();
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

    /** Counts a word and returns its number. */
    int add(byte[] bytes, int from, int length) {
        int number = table.add(bytes, from, length);
        add(number, 1);
        return number;
    }

    /** The words, by number. */
    WordTable table() {
        return table;
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
}
