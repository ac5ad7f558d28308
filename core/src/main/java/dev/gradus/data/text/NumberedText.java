package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.files.FilePass;
import dev.gradus.data.files.Piece;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A text that was counted, and is kept as the numbers that its counters gave to words, so that it can be encoded
 * without being read again. A text that is too long for that is counted and not kept.
 */
final class NumberedText {

    /** Stands among the numbers where a line ends. */
    static final int LINE = -1;

    /** Numbers that are kept at most: 256 MB, and a sixteenth of the memory there is. */
    private static final long MOST = Math.min(1L << 26, Runtime.getRuntime().maxMemory() / 16 / Integer.BYTES);

    /** One piece of the text. */
    static final class Part {

        final Piece.Place place;
        final int[] numbers;

        Part(Piece.Place place, int[] numbers) {
            this.place = place;
            this.numbers = numbers;
        }
    }

    /** The pieces that one thread had, whose numbers are those of its own table. */
    record Share(WordTable table, List<Part> parts) {}

    private final WordCounts counts;
    private final List<Share> shares;
    private final boolean kept;

    private NumberedText(WordCounts counts, List<Share> shares, boolean kept) {
        this.counts = counts;
        this.shares = shares;
        this.kept = kept;
    }

    static NumberedText of(TextJob job) throws DataException {
        return of(job, MOST);
    }

    static NumberedText of(TextJob job, long most) throws DataException {
        AtomicLong room = new AtomicLong(most);
        List<Counter> counters = job.pass(() -> new Counter(job.tokenizer(), room));
        WordCounts sum = WordCounts.merge(
                counters.stream().map(counter -> counter.counts).toList());
        List<Share> shares = counters.stream()
                .map(counter -> new Share(counter.counts.table(), counter.parts))
                .toList();
        return new NumberedText(sum, shares, room.get() >= 0);
    }

    WordCounts counts() {
        return counts;
    }

    /** Whether the text was short enough to be kept. */
    boolean kept() {
        return kept;
    }

    List<Share> shares() {
        return shares;
    }

    /** Counts and keeps the pieces that one thread gets. */
    private static final class Counter implements FilePass.Worker, WordSink {

        private final Tokenizer tokenizer;
        private final AtomicLong room;
        private final WordCounts counts = WordCounts.empty();
        private final List<Part> parts = new ArrayList<>();
        private int[] numbers = new int[1 << 18];
        private int length;

        Counter(Tokenizer tokenizer, AtomicLong room) {
            this.tokenizer = tokenizer;
            this.room = room;
        }

        @Override
        public void work(Piece piece) throws DataException {
            length = 0;
            PieceWords.scan(piece, tokenizer, this);
            if (room.addAndGet(-length) < 0) {
                parts.clear(); // all of the text or nothing
            } else {
                parts.add(new Part(piece.place(), Arrays.copyOf(numbers, length)));
            }
        }

        @Override
        public void word(byte[] bytes, int from, int count) {
            append(counts.add(bytes, from, count));
        }

        @Override
        public void line() {
            append(LINE);
        }

        private void append(int number) {
            if (length == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * numbers.length);
            }
            numbers[length++] = number;
        }
    }
}
