package dev.gradus.job;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
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

    /**
     * The known name with the fewest edits, if a third of the letters at most are wrong; else the only one whose last
     * word is that near, so that a forgotten or wrong section is found too.
     */
    public static Optional<String> nearest(String written, Collection<String> known) {
        Optional<String> near = known.stream()
                .filter(name -> near(afterSection(written, name), afterSection(name, written)))
                .min(Comparator.comparingInt(name -> edits(written, name)));
        return near.isPresent() ? near : nearestLastWord(written, known);
    }

    private static Optional<String> nearestLastWord(String written, Collection<String> known) {
        String word = lastWord(written);
        List<String> near =
                known.stream().filter(name -> near(word, lastWord(name))).toList();
        return near.size() == 1 ? Optional.of(near.get(0)) : Optional.empty();
    }

    /** A section that both share must not count as letters that are right. */
    private static String afterSection(String name, String other) {
        int dot = name.lastIndexOf('.');
        return dot >= 0 && other.startsWith(name.substring(0, dot + 1)) ? name.substring(dot + 1) : name;
    }

    private static String lastWord(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static boolean near(String a, String b) {
        return edits(a, b) <= Math.max(1, Math.max(a.length(), b.length()) / 3);
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn {@code a} into {@code b}; case is free. */
    public static int edits(String a, String b) {
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
