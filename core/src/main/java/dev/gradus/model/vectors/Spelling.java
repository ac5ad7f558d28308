package dev.gradus.model.vectors;

import dev.gradus.data.text.Vocabulary;
import dev.gradus.job.Names;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds the listed words that an unknown one may have been meant to be. */
public final class Spelling {

    private Spelling() {}

    /** Words with few edits, at most a third of the letters; the fewest edits first, then the more frequent. */
    public static List<String> near(String written, Vocabulary vocabulary, int most) {
        return IntStream.range(0, vocabulary.size())
                .filter(id -> mayBeNear(written, vocabulary.word(id)))
                .parallel()
                .mapToObj(id -> new Candidate(id, Names.edits(written, vocabulary.word(id))))
                .filter(candidate -> candidate.edits() <= mostEdits(written, vocabulary.word(candidate.id())))
                .sorted(Comparator.comparingInt(Candidate::edits).thenComparingInt(Candidate::id))
                .limit(most)
                .map(candidate -> vocabulary.word(candidate.id()))
                .toList();
    }

    /** {@code "; did you mean 'x', 'y'?"}, or an empty text when nothing is near. */
    public static String didYouMean(String written, Vocabulary vocabulary, int most) {
        List<String> near = near(written, vocabulary, most);
        return near.isEmpty()
                ? ""
                : near.stream().map(word -> "'" + word + "'").collect(Collectors.joining(", ", "; did you mean ", "?"));
    }

    private static int mostEdits(String a, String b) {
        return Math.max(1, Math.max(a.length(), b.length()) / 3);
    }

    /** Lengths that differ by more than the edits allowed rule a word out at once. */
    private static boolean mayBeNear(String a, String b) {
        return Math.abs(a.length() - b.length()) <= mostEdits(a, b);
    }

    /** A word and how many edits it is away. */
    private record Candidate(int id, int edits) {}
}
