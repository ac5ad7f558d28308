package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.files.FilePass;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * What one pass over a text finds. Bytes that cannot stand in a text are counted and passed over.
 *
 * @param bytes of the text, unpacked, without what was cut around books
 * @param sentences as many as there would be if every word were listed
 * @param distinct different words
 * @param top the most frequent words, in order
 * @param badBytes bytes that are NUL or not UTF-8
 * @param bad the first of them, with file and offset
 */
public record TextStatistics(
        int files,
        long bytes,
        long words,
        long sentences,
        long distinct,
        List<Word> top,
        long badBytes,
        List<String> bad) {

    /** A word and how often it occurs. */
    public record Word(String text, long count) {}

    private static final int MOST_BAD = 10;

    /** Reads the text by that many threads and keeps its {@code top} most frequent words. */
    public static TextStatistics of(TextSettings settings, int threads, int top) throws DataException {
        List<SourceFile> files = TextFiles.find(settings.path(), Gutenberg.Cut.of(settings.gutenberg()));
        TextJob job = new TextJob(files, settings.tokenizer(), WordCutter.USUAL, threads);
        List<Reader> readers = job.pass(() -> new Reader(job.tokenizer(), settings.sentences()));
        WordCounts counts =
                WordCounts.merge(readers.stream().map(reader -> reader.counts).toList());
        List<BadByte> bad = readers.stream()
                .flatMap(reader -> reader.bad.stream())
                .sorted(Comparator.comparing(BadByte::place).thenComparing(BadByte::offset))
                .limit(MOST_BAD)
                .toList();
        return new TextStatistics(
                files.size(),
                readers.stream().mapToLong(reader -> reader.bytes).sum(),
                counts.words(),
                readers.stream().mapToLong(reader -> reader.sentences).sum(),
                counts.size(),
                top(counts, top),
                readers.stream().mapToLong(reader -> reader.badBytes).sum(),
                bad.stream().map(BadByte::complaint).toList());
    }

    private static List<Word> top(WordCounts counts, int top) {
        PriorityQueue<RankedWord> best = new PriorityQueue<>(RankedWord.ORDER.reversed());
        for (int i = 0; i < counts.size(); i++) {
            if (best.size() < top || counts.count(i) >= best.element().count()) {
                best.add(new RankedWord(new String(counts.word(i), StandardCharsets.UTF_8), counts.count(i)));
                if (best.size() > top) {
                    best.remove();
                }
            }
        }
        return best.stream()
                .sorted(RankedWord.ORDER)
                .map(word -> new Word(word.text(), word.count()))
                .toList();
    }

    private record BadByte(Piece.Place place, long offset, String complaint) {}

    /** Reads the pieces that one thread gets. */
    private static final class Reader implements FilePass.Worker, WordSink {

        private final Tokenizer tokenizer;
        private final CorpusEncoder.Sentences rule;
        private final WordCounts counts = WordCounts.empty();
        private final List<BadByte> bad = new ArrayList<>();
        private long badBytes;
        private long bytes;
        private long sentences;
        private int inSentence;

        Reader(Tokenizer tokenizer, CorpusEncoder.Sentences rule) {
            this.tokenizer = tokenizer;
            this.rule = rule;
        }

        @Override
        public void work(Piece piece) {
            bytes += piece.length();
            PieceWords.scan(piece, tokenizer, this, (place, offset, complaint) -> {
                badBytes++;
                // Pieces of a file come in order, so the first bad bytes of all are among the first of each thread.
                if (bad.size() < MOST_BAD) {
                    bad.add(new BadByte(place, offset, complaint));
                }
            });
            endSentence();
        }

        @Override
        public void word(byte[] word, int from, int length) {
            counts.add(word, from, length);
            inSentence++;
            if (inSentence == rule.mostWords()) {
                endSentence();
            }
        }

        @Override
        public void line() {
            if (rule.lines()) {
                endSentence();
            }
        }

        private void endSentence() {
            sentences += inSentence > 0 ? 1 : 0;
            inSentence = 0;
        }
    }
}
