package dev.gradus.model.vectors;

import dev.gradus.data.DataException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Pairs of words with the similarity that people gave them, as in WordSim-353 and SimLex-999: lines of two words and a
 * number, between tabs, commas or blanks; lines that start with {@code #} and one of headings do not count. The score
 * stands in the first column that has a number in the first pair.
 */
public record SimilarityTest(List<Pair> pairs) {

    private static final int FIRST_SCORE = 2;

    /** Two words and how similar people find them. */
    public record Pair(String first, String second, double score) {}

    public SimilarityTest {
        pairs = List.copyOf(pairs);
    }

    public static SimilarityTest read(Path file) throws DataException {
        return parse(TestLines.read(file), file.toString());
    }

    /** Reads lines; {@code source} stands for them in messages. */
    public static SimilarityTest parse(List<String> lines, String source) throws DataException {
        List<Pair> pairs = new ArrayList<>();
        int column = -1;
        boolean headings = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] fields = fields(line);
            column = column < 0 ? scoreColumn(fields) : column;
            if (column < 0 && !headings) {
                headings = true;
            } else {
                pairs.add(pair(fields, column, source, i + 1));
            }
        }
        if (pairs.isEmpty()) {
            throw new DataException("no pairs of words: file=" + source + ", lines=" + lines.size());
        }
        return new SimilarityTest(pairs);
    }

    /** Correlates the ranks of our similarities with those of people. */
    public SimilarityScore score(WordVectors vectors) {
        FoldedWords words = new FoldedWords(vectors.vocabulary(), vectors.size());
        double[] ours = new double[pairs.size()];
        double[] theirs = new double[pairs.size()];
        int known = 0;
        for (Pair pair : pairs) {
            int first = words.group(pair.first());
            int second = words.group(pair.second());
            if (first >= 0 && second >= 0) {
                ours[known] = vectors.similarity(first, second);
                theirs[known++] = pair.score();
            }
        }
        return new SimilarityScore(Ranks.spearman(ours, theirs, known), known, pairs.size() - known);
    }

    private static String[] fields(String line) {
        String separator = line.indexOf('\t') >= 0 ? "\t" : line.indexOf(',') >= 0 ? "," : "\\s+";
        return line.split(separator, -1);
    }

    private static int scoreColumn(String[] fields) {
        for (int column = FIRST_SCORE; column < fields.length; column++) {
            if (!Double.isNaN(number(fields[column]))) {
                return column;
            }
        }
        return -1;
    }

    private static Pair pair(String[] fields, int column, String source, int line) throws DataException {
        double score = column >= 0 && column < fields.length ? number(fields[column]) : Double.NaN;
        if (Double.isNaN(score)) {
            throw new DataException("bad pair of words: file=" + source + ", line=" + line + ", fields=" + fields.length
                    + "; expected two words and a number");
        }
        return new Pair(fields[0].strip(), fields[1].strip(), score);
    }

    private static double number(String field) {
        try {
            double value = Double.parseDouble(field.strip());
            return Double.isInfinite(value) ? Double.NaN : value;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
