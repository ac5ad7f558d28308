package dev.gradus.report.html;

import dev.gradus.report.chart.Markup;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Pieces of HTML. */
final class Html {

    private Html() {}

    static String table(List<String> headings, List<List<String>> rows) {
        StringBuilder text = new StringBuilder("<div class=\"wide\"><table>\n");
        if (headings.stream().anyMatch(heading -> !heading.isEmpty())) {
            text.append("<thead>").append(row("th", headings)).append("</thead>\n");
        }
        text.append("<tbody>\n");
        rows.forEach(row -> text.append(row("td", row)).append('\n'));
        return text.append("</tbody>\n</table></div>\n").toString();
    }

    private static String row(String cell, List<String> values) {
        StringBuilder text = new StringBuilder("<tr>");
        for (String value : values) {
            text.append('<').append(cell).append('>').append(Markup.escape(value));
            text.append("</").append(cell).append('>');
        }
        return text.append("</tr>").toString();
    }

    /** The style sheet that stands in every page. */
    static String style() {
        try (InputStream in = Html.class.getResourceAsStream("report.css")) {
            if (in == null) {
                throw new IllegalStateException("style sheet is missing: resource=report.css");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
