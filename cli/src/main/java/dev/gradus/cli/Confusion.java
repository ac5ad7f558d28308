package dev.gradus.cli;

import dev.gradus.report.Figures;
import dev.gradus.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The confusion matrix of an evaluation: how often rows of each class were taken for which. */
final class Confusion {

    /** More classes than this make no table that anybody reads; JSON has them all. */
    private static final int MOST_CLASSES = 20;

    private Confusion() {}

    /** By class, then by guess. */
    static List<List<Long>> lists(long[][] guesses) {
        return Arrays.stream(guesses)
                .map(row -> Arrays.stream(row).boxed().toList())
                .toList();
    }

    /** A table below a line of text: a row a class, a column a guess, and the share that was right. */
    static String text(long[][] guesses) {
        if (guesses.length == 0 || guesses.length > MOST_CLASSES) {
            return "";
        }
        List<String> headings = new ArrayList<>(List.of("class \\ taken for"));
        for (int guess = 0; guess < guesses.length; guess++) {
            headings.add(Integer.toString(guess));
        }
        headings.add("right");
        Table table = new Table(headings);
        for (int label = 0; label < guesses.length; label++) {
            List<String> row = new ArrayList<>(List.of(Integer.toString(label)));
            Arrays.stream(guesses[label]).forEach(count -> row.add(Figures.count((double) count)));
            long all = Arrays.stream(guesses[label]).sum();
            row.add(all == 0 ? "-" : Figures.fixed(guesses[label][label] / (double) all, 3));
            table.add(row);
        }
        return "\n" + table.text().stripTrailing();
    }
}
