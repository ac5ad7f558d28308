package dev.gradus.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rows of text under headings, written for a terminal or as Markdown. */
public final class Table {

    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(List<String> headings) {
        this.headings = List.copyOf(headings);
    }

    public void add(List<String> row) {
        if (row.size() != headings.size()) {
            throw new IllegalArgumentException(
                    "row does not fit the table: cells=" + row.size() + ", headings=" + headings.size());
        }
        rows.add(List.copyOf(row));
    }

    /** The headings, and below them the rows. */
    public List<List<String>> lines() {
        List<List<String>> lines = new ArrayList<>();
        lines.add(headings);
        lines.addAll(rows);
        return lines;
    }

    /** Columns padded with blanks, for a terminal. */
    public String text() {
        int[] widths = widths();
        StringBuilder text = new StringBuilder();
        line(text, headings, widths);
        rows.forEach(row -> line(text, row, widths));
        return text.toString();
    }

    public String markdown() {
        StringBuilder text = new StringBuilder();
        markdownLine(text, headings);
        text.append(headings.stream().map(heading -> "| ---: ").collect(Collectors.joining()))
                .append("|\n");
        rows.forEach(row -> markdownLine(text, row));
        return text.toString();
    }

    private static void markdownLine(StringBuilder text, List<String> cells) {
        cells.forEach(cell -> text.append("| ").append(cell.replace("|", "\\|")).append(' '));
        text.append("|\n");
    }

    private int[] widths() {
        int[] widths = new int[headings.size()];
        for (int column = 0; column < widths.length; column++) {
            int at = column;
            widths[column] = rows.stream()
                    .mapToInt(row -> row.get(at).length())
                    .reduce(headings.get(column).length(), Math::max);
        }
        return widths;
    }

    private static void line(StringBuilder text, List<String> cells, int[] widths) {
        for (int column = 0; column < widths.length; column++) {
            String blanks = " ".repeat(widths[column] - cells.get(column).length());
            text.append(column == 0 ? "" : "  ").append(blanks).append(cells.get(column));
        }
        text.append('\n');
    }
}
