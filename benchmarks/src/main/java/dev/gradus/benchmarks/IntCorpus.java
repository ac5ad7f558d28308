package dev.gradus.benchmarks;

import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.Vocabulary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A text of words between blanks, one sentence a line, that was counted and encoded in memory. */
final class IntCorpus implements Corpus {

    /** A word with how often it occurs and, later, its number. */
    private static final class Entry {
        final String word;
        long count;
        int id = -1;

        Entry(String word) {
            this.word = word;
        }
    }

    private final Vocabulary vocabulary;
    private final int[] tokens;
    private final long words;

    private IntCorpus(Vocabulary vocabulary, int[] tokens, long words) {
        this.vocabulary = vocabulary;
        this.tokens = tokens;
        this.words = words;
    }

    /** Reads a text; words that occur less often than {@code minCount} are left out. */
    static IntCorpus read(Path path, int minCount) throws IOException {
        byte[] text = Files.readAllBytes(path);
        Map<String, Entry> entries = new HashMap<>();
        List<Entry> order = new ArrayList<>();
        for (int from = 0; from < text.length; ) {
            int to = wordEnd(text, from);
            if (to > from) {
                entries.computeIfAbsent(word(text, from, to), Entry::new).count++;
            }
            from = to + 1;
        }
        long words = 0;
        for (Entry entry : entries.values()) {
            words += entry.count;
            if (entry.count >= minCount) {
                order.add(entry);
            }
        }
        order.sort(Comparator.<Entry>comparingLong(entry -> -entry.count).thenComparing(entry -> entry.word));
        for (int id = 0; id < order.size(); id++) {
            order.get(id).id = id;
        }
        Vocabulary vocabulary = new Vocabulary(
                order.stream().map(entry -> entry.word).toList(),
                order.stream().mapToLong(entry -> entry.count).toArray());
        return new IntCorpus(vocabulary, encode(text, entries, words), words);
    }

    private static int[] encode(byte[] text, Map<String, Entry> entries, long words) {
        int lines = 1;
        for (byte b : text) {
            lines += b == '\n' ? 1 : 0;
        }
        int[] tokens = new int[Math.toIntExact(words + lines)];
        int count = 0;
        for (int from = 0; from < text.length; ) {
            int to = wordEnd(text, from);
            Entry entry = to > from ? entries.get(word(text, from, to)) : null;
            if (entry != null && entry.id >= 0) {
                tokens[count++] = entry.id;
            }
            if (to == text.length || text[to] == '\n') {
                tokens[count++] = END;
            }
            from = to + 1;
        }
        return java.util.Arrays.copyOf(tokens, count);
    }

    private static int wordEnd(byte[] text, int from) {
        int to = from;
        while (to < text.length && text[to] != ' ' && text[to] != '\n') {
            to++;
        }
        return to;
    }

    private static String word(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.UTF_8);
    }

    @Override
    public Vocabulary vocabulary() {
        return vocabulary;
    }

    @Override
    public long length() {
        return tokens.length;
    }

    @Override
    public long words() {
        return words;
    }

    @Override
    public void read(long from, int[] into, int count) {
        System.arraycopy(tokens, (int) from, into, 0, count);
    }

    @Override
    public void close() {}
}
