package dev.gradus.job;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a misspelt one was meant to be. */
public final class Names {

    private Names() {}

    /** {@code "; did you mean 'x'?"}, or an empty text when nothing is near. */
    public static String didYouMean(String written, Collection<String> known) {
        return nearest(written, known)
                .map(name -> "; did you mean '" + name + "'?")
                .orElse("");
    }

    /** The known name with the fewest edits, if a third of the letters at most are wrong. */
    public static Optional<String> nearest(String written, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(name -> edits(written, name)))
                .filter(name -> edits(written, name) <= Math.max(1, Math.max(written.length(), name.length()) / 3));
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn {@code a} into {@code b}. */
    static int edits(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : editsAt(cost, a, i, b, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int editsAt(int[][] cost, String a, int i, String b, int j) {
        int replace = cost[i - 1][j - 1] + (same(a, i - 1, b, j - 1) ? 0 : 1);
        int best = Math.min(replace, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && same(a, i - 1, b, j - 2) && same(a, i - 2, b, j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }

    private static boolean same(String a, int i, String b, int j) {
        return Character.toLowerCase(a.charAt(i)) == Character.toLowerCase(b.charAt(j));
    }
}
