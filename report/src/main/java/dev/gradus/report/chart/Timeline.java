package dev.gradus.report.chart;

import java.util.List;

/**
 * What happened when, a lane for each that did something.
 *
 * @param x what the axis shows, with its unit
 * @param kinds what spans can be, in the order of the legend
 */
public record Timeline(Heading heading, String x, List<String> kinds, List<Lane> lanes) implements Chart {

    public Timeline {
        kinds = List.copyOf(kinds);
        lanes = List.copyOf(lanes);
    }

    /** One line of the picture. */
    public record Lane(String name, List<Span> spans) {

        public Lane {
            spans = List.copyOf(spans);
        }
    }

    /** One stretch of a lane; {@code label} says more than {@code kind}, such as which rank was waited for. */
    public record Span(String kind, String label, double from, double to) {}
}
