package dev.gradus.model.vectors;

import dev.gradus.math.Kernels;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers analogy questions by 3CosAdd: the answer is the word nearest to <em>b - a + c</em>, all at unit length, that
 * is none of the three.
 *
 * <p>As in word2vec's own test and in gensim's, only the most frequent words take part, as questions and as answers,
 * and case does not count. All questions of a section are one matrix product. Immutable.
 */
public final class ThreeCosAdd {

    /** How many words take part by default, in word2vec's own test and in most published figures. */
    public static final int DEFAULT_WORDS = 30_000;

    private final WordVectors vectors;
    private final FoldedWords words;
    private final Neighbours neighbours;

    /** A test among the {@code most} most frequent words. */
    public ThreeCosAdd(WordVectors vectors, int most, Kernels kernels) {
        this.vectors = vectors;
        this.words = new FoldedWords(vectors.vocabulary(), most);
        this.neighbours = vectors.neighbours(most, kernels);
    }

    public AnalogyScores score(Analogies analogies) {
        return new AnalogyScores(analogies.sections().stream().map(this::score).toList());
    }

    private AnalogyScores.Section score(Analogies.Section section) {
        List<Asked> asked = new ArrayList<>();
        for (Analogies.Question question : section.questions()) {
            Asked ids = new Asked(
                    words.group(question.a()),
                    words.group(question.b()),
                    words.group(question.c()),
                    words.group(question.d()));
            if (ids.known()) {
                asked.add(ids);
            }
        }
        int unknown = section.questions().size() - asked.size();
        return new AnalogyScores.Section(
                section.name(), section.syntactic(), asked.size(), countCorrect(asked), unknown);
    }

    private int countCorrect(List<Asked> asked) {
        int width = vectors.dimension();
        int batch = Math.max(1, (1 << 24) / width); // 64 MB of queries, whatever the size of a section
        int correct = 0;
        for (int from = 0; from < asked.size(); from += batch) {
            correct += countBatch(asked.subList(from, Math.min(asked.size(), from + batch)), width);
        }
        return correct;
    }

    private int countBatch(List<Asked> asked, int width) {
        float[] queries = new float[asked.size() * width];
        int excluded = 0;
        for (int i = 0; i < asked.size(); i++) {
            Asked ids = asked.get(i);
            vectors.addUnitInto(queries, i * width, ids.b(), 1);
            vectors.addUnitInto(queries, i * width, ids.a(), -1);
            vectors.addUnitInto(queries, i * width, ids.c(), 1);
            excluded = Math.max(excluded, words.forms(ids.a()) + words.forms(ids.b()) + words.forms(ids.c()));
        }
        // One more than may be ruled out, so that an answer is always left.
        List<List<Neighbour>> nearest = neighbours.nearest(queries, asked.size(), excluded + 1);
        int correct = 0;
        for (int i = 0; i < asked.size(); i++) {
            correct += answer(nearest.get(i), asked.get(i)) == asked.get(i).d() ? 1 : 0;
        }
        return correct;
    }

    private int answer(List<Neighbour> nearest, Asked ids) {
        for (Neighbour neighbour : nearest) {
            int group = words.groupOf(neighbour.id());
            if (group != ids.a() && group != ids.b() && group != ids.c()) {
                return group;
            }
        }
        return -1;
    }

    /** A question by the numbers of its words; -1 for one that does not take part. */
    private record Asked(int a, int b, int c, int d) {

        boolean known() {
            return a >= 0 && b >= 0 && c >= 0 && d >= 0;
        }
    }
}
