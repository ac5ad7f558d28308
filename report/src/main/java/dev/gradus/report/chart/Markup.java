package dev.gradus.report.chart;

/** Texts of runs, which may hold anything, within HTML and SVG. */
public final class Markup {

    private Markup() {}

    /** Text as it may stand in HTML and SVG, also within quotes. */
    public static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(Character.isISOControl(c) && c != '\n' ? ' ' : c);
            }
        });
        return escaped.toString();
    }
}
