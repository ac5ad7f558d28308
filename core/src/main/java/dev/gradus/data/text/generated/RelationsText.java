package dev.gradus.data.text.generated;

import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.generated.WordFamilies.Family;
import dev.gradus.math.CounterRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * The sentences of the generated text, each a function of the seed and its place.
 *
 * <p>The text is cut into <em>frames</em> of {@value #FRAME} tokens: two sentences that share {@value #FRAME_WORDS}
 * words. Most sentences are <em>fillers</em> by the law of Zipf alone. The others are about one word of a family, for
 * example <em>athens</em>. Around it stand, among fillers, <em>attributes</em> of its row, which <em>athens</em>,
 * <em>greece</em> and <em>drachma</em> share and other rows have others of, and <em>signs</em> of its role, which all
 * capitals share; some of both are wrong. Some sentences name a second word of the row. What a word goes with is thus
 * the sum of its row and its role, which is what makes analogies.
 *
 * <p>Words have numbers here: words of families, then attributes, signs and fillers. Immutable.
 */
final class RelationsText {

    /** Tokens of a frame, with the ends of its sentences. */
    static final int FRAME = 24;

    /** Words of a frame. */
    static final int FRAME_WORDS = FRAME - 2;

    private static final int SHORTEST = 8;
    private static final int ATTRIBUTES = 240;
    private static final int ATTRIBUTES_OF_A_ROW = 6;
    private static final int SIGNS_OF_A_ROLE = 12;

    // With these shares, 3 million words and 5 epochs, CBOW answers about six questions of ten and skip-gram more:
    // enough
    // to tell that a model learns, and not so much that better and worse ones look alike.
    private static final double SHARE_OF_TOPICS = 0.25;
    private static final double SHARE_OF_ATTRIBUTES = 0.12;
    private static final double SHARE_OF_SIGNS = 0.08;
    private static final double SHARE_OF_NOISE = 0.3;
    private static final double SHARE_OF_PAIRS = 0.15;

    private final long seed;
    private final List<String> words;
    private final int firstFiller;
    private final Zipf fillers;

    /**
     * For each word of a family: the first word of its row, how many the row has, where its attributes and signs are.
     */
    private final int[] rowStart;

    private final int[] rowSize;
    private final int[][] attributes;
    private final int[] firstSign;

    /** A text of that many different words, if it is long enough. */
    RelationsText(WordFamilies families, int vocabularySize, long seed) {
        this.seed = CounterRandom.key(seed, 1);
        List<String> known = new ArrayList<>();
        families.families().forEach(family -> family.rows().forEach(known::addAll));
        int members = known.size();
        int roles = families.families().stream().mapToInt(Family::roles).sum();
        int special = members + ATTRIBUTES + roles * SIGNS_OF_A_ROLE;
        this.firstFiller = special;
        this.rowStart = new int[members];
        this.rowSize = new int[members];
        this.attributes = new int[members][];
        this.firstSign = new int[members];
        describe(families, members);
        this.words = words(known, families.common(), special, vocabularySize);
        this.fillers = new Zipf(vocabularySize - special);
    }

    /** The fewest different words that leave room for as many fillers as common words. */
    static int fewestWords(WordFamilies families) {
        int members = families.families().stream()
                .mapToInt(family -> family.rows().size() * family.roles())
                .sum();
        int roles = families.families().stream().mapToInt(Family::roles).sum();
        return members
                + ATTRIBUTES
                + roles * SIGNS_OF_A_ROLE
                + families.common().size();
    }

    private void describe(WordFamilies families, int members) {
        int word = 0;
        int role = 0;
        for (Family family : families.families()) {
            for (int row = 0; row < family.rows().size(); row++) {
                int start = word;
                int[] own = attributes(start, members);
                for (int i = 0; i < family.roles(); i++, word++) {
                    rowStart[word] = start;
                    rowSize[word] = family.roles();
                    attributes[word] = own;
                    firstSign[word] = members + ATTRIBUTES + (role + i) * SIGNS_OF_A_ROLE;
                }
            }
            role += family.roles();
        }
    }

    /** Rows draw from one pool, so that attributes by themselves tell no row. */
    private int[] attributes(int row, int members) {
        long key = CounterRandom.key(seed, 2, row);
        int[] own = new int[ATTRIBUTES_OF_A_ROW];
        for (int i = 0; i < own.length; i++) {
            own[i] = members + CounterRandom.below(ATTRIBUTES, key, i);
        }
        return own;
    }

    private static List<String> words(List<String> known, List<String> common, int special, int size) {
        List<String> taken = new ArrayList<>(known);
        taken.addAll(common);
        List<String> madeUp = MadeUpWords.list(size - taken.size(), taken);
        List<String> words = new ArrayList<>(known);
        words.addAll(madeUp.subList(0, special - known.size()));
        words.addAll(common);
        words.addAll(madeUp.subList(special - known.size(), madeUp.size()));
        return List.copyOf(words);
    }

    /** All words by number. */
    List<String> words() {
        return words;
    }

    /** Writes the tokens of a frame, words as their numbers, to the start of the array. */
    void frame(long number, int[] into) {
        Draws draws = new Draws(CounterRandom.bits(seed, number));
        int first = SHORTEST + draws.below(FRAME_WORDS - 2 * SHORTEST + 1);
        sentence(draws, into, 0, first);
        sentence(draws, into, first + 1, FRAME - 1);
    }

    private void sentence(Draws draws, int[] into, int from, int to) {
        into[to] = Corpus.END;
        if (draws.uniform() >= SHARE_OF_TOPICS) {
            for (int i = from; i < to; i++) {
                into[i] = filler(draws);
            }
            return;
        }
        int word = draws.below(rowStart.length);
        for (int i = from; i < to; i++) {
            into[i] = companion(draws, word);
        }
        int at = from + 2 + draws.below(to - from - 5);
        into[at] = word;
        if (draws.uniform() < SHARE_OF_PAIRS) {
            into[at + 2] = rowStart[word] + draws.below(rowSize[word]);
        }
    }

    private int companion(Draws draws, int word) {
        double share = draws.uniform();
        if (share >= SHARE_OF_ATTRIBUTES + SHARE_OF_SIGNS) {
            return filler(draws);
        }
        // Company that belongs to another word, as in any text that people wrote.
        int owner = draws.uniform() < SHARE_OF_NOISE ? draws.below(rowStart.length) : word;
        return share < SHARE_OF_ATTRIBUTES
                ? attributes[owner][draws.below(ATTRIBUTES_OF_A_ROW)]
                : firstSign[owner] + draws.below(SIGNS_OF_A_ROLE);
    }

    private int filler(Draws draws) {
        return firstFiller + fillers.rank(draws.uniform());
    }

    /** Random numbers of one frame, one after the other. */
    private static final class Draws {

        private final long key;
        private long index;

        Draws(long key) {
            this.key = key;
        }

        int below(int bound) {
            return CounterRandom.below(bound, key, index++);
        }

        double uniform() {
            return CounterRandom.uniform(key, index++);
        }
    }
}
