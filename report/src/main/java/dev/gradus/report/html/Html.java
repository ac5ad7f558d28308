package dev.gradus.report.html;

import dev.gradus.report.chart.Chart;
import dev.gradus.report.chart.Markup;
import dev.gradus.report.chart.SvgChart;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Pieces of HTML. */
final class Html {

    private Html() {}

    /** All that stands before the first section of a page. */
    static String head(String title) {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
                + Markup.escape(title) + "</title>\n<style>\n" + style() + "</style>\n</head>\n<body>\n<main>\n<h1>"
                + Markup.escape(title) + "</h1>\n";
    }

    /** All that stands behind the last section of a page. */
    static String foot() {
        return "</main>\n</body>\n</html>\n";
    }

    /** What the figures say, each sentence behind its topic. */
    static String findings(List<List<String>> findings) {
        StringBuilder text = new StringBuilder("<section class=\"findings\">\n");
        String topic = "";
        for (List<String> finding : findings) {
            text.append("<p>");
            if (!finding.get(0).equals(topic)) {
                topic = finding.get(0);
                text.append("<b>").append(Markup.escape(topic)).append("</b> ");
            }
            text.append(Markup.escape(finding.get(1))).append("</p>\n");
        }
        return text.append("</section>\n").toString();
    }

    /** Nothing if there are none. */
    static String notes(String title, List<String> notes) {
        if (notes.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("<section class=\"notes\">\n<b>" + title + "</b>\n<ul>\n");
        notes.forEach(note -> text.append("<li>").append(Markup.escape(note)).append("</li>\n"));
        return text.append("</ul>\n</section>\n").toString();
    }

    static String charts(List<Chart> charts) {
        StringBuilder text = new StringBuilder("<div class=\"charts\">\n");
        for (Chart chart : charts) {
            text.append("<figure id=\"").append(chart.heading().name()).append("\">\n<h2>");
            text.append(Markup.escape(chart.heading().title()))
                    .append("</h2>\n")
                    .append(SvgChart.of(chart));
            text.append("\n<figcaption>").append(Markup.escape(chart.heading().caption()));
            text.append("</figcaption>\n</figure>\n");
        }
        return text.append("</div>\n").toString();
    }

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
