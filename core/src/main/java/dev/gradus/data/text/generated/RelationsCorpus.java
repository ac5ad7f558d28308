package dev.gradus.data.text.generated;

import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.Vocabulary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A generated text with planted relations between words, of which nothing is kept: every token is computed when it is
 * read. Its vocabulary has the words that occur in it, with exact counts, for which all of it is computed once at the
 * start. Immutable.
 */
public final class RelationsCorpus implements Corpus {

    private final WordFamilies families;
    private final RelationsText text;
    private final long frames;
    private final Vocabulary vocabulary;

    /** The number in the vocabulary of each word of the text; -1 for one that does not occur. */
    private final int[] ids;

    /** A text of {@code words} words, rounded up to whole frames. */
    public RelationsCorpus(long words, int vocabularySize, long seed) {
        this.families = WordFamilies.load();
        int fewest = RelationsText.fewestWords(families);
        if (words < 1 || vocabularySize < fewest) {
            throw new IllegalArgumentException(
                    "too few words: words=" + words + ", vocabularySize=" + vocabularySize + ", fewest=" + fewest);
        }
        this.text = new RelationsText(families, vocabularySize, seed);
        this.frames = (words + RelationsText.FRAME_WORDS - 1) / RelationsText.FRAME_WORDS;
        long[] counts = count();
        int[] order = IntStream.range(0, counts.length)
                .filter(word -> counts[word] > 0)
                .boxed()
                .sorted(Comparator.comparingLong(word -> -counts[word]))
                .mapToInt(Integer::intValue)
                .toArray();
        this.ids = new int[counts.length];
        Arrays.fill(ids, -1);
        for (int id = 0; id < order.length; id++) {
            ids[order[id]] = id;
        }
        this.vocabulary = new Vocabulary(
                Arrays.stream(order).mapToObj(text.words()::get).toList(),
                Arrays.stream(order).mapToLong(word -> counts[word]).toArray());
    }

    private long[] count() {
        int parts = Runtime.getRuntime().availableProcessors();
        return IntStream.range(0, parts)
                .parallel()
                .mapToObj(part -> count(frames * part / parts, frames * (part + 1) / parts))
                .reduce(new long[text.words().size()], RelationsCorpus::sum);
    }

    private long[] count(long from, long to) {
        long[] counts = new long[text.words().size()];
        int[] frame = new int[RelationsText.FRAME];
        for (long number = from; number < to; number++) {
            text.frame(number, frame);
            for (int word : frame) {
                if (word != END) {
                    counts[word]++;
                }
            }
        }
        return counts;
    }

    private static long[] sum(long[] a, long[] b) {
        return IntStream.range(0, a.length).mapToLong(i -> a[i] + b[i]).toArray();
    }

    @Override
    public Vocabulary vocabulary() {
        return vocabulary;
    }

    @Override
    public long length() {
        return frames * RelationsText.FRAME;
    }

    @Override
    public long words() {
        return frames * RelationsText.FRAME_WORDS;
    }

    @Override
    public void read(long from, int[] into, int count) {
        if (from < 0 || count < 0 || count > into.length || from + count > length()) {
            throw new IllegalArgumentException(
                    "tokens out of range: from=" + from + ", count=" + count + ", length=" + length());
        }
        int[] frame = new int[RelationsText.FRAME];
        int done = 0;
        while (done < count) {
            long token = from + done;
            int start = (int) (token % RelationsText.FRAME);
            int end = Math.min(RelationsText.FRAME, start + count - done);
            text.frame(token / RelationsText.FRAME, frame);
            for (int i = start; i < end; i++) {
                into[done++] = frame[i] == END ? END : ids[frame[i]];
            }
        }
    }

    /**
     * Questions on the planted relations, in the form of word2vec's file: {@code : section}, then four words a line.
     */
    @Override
    public List<String> questions() {
        List<String> lines = new ArrayList<>();
        for (WordFamilies.Family family : families.families()) {
            for (WordFamilies.Relation relation : family.relations()) {
                lines.add(": " + relation.section());
                lines.addAll(family.questions(relation));
            }
        }
        return lines;
    }

    /** Writes the text, a sentence a line. */
    public void writeTo(Appendable out) throws IOException {
        int[] frame = new int[RelationsText.FRAME];
        List<String> words = text.words();
        for (long number = 0; number < frames; number++) {
            text.frame(number, frame);
            boolean start = true;
            for (int word : frame) {
                out.append(word == END ? "\n" : start ? "" : " ").append(word == END ? "" : words.get(word));
                start = word == END;
            }
        }
    }

    @Override
    public void close() {}
}
