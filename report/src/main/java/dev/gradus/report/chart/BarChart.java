package dev.gradus.report.chart;

import java.util.List;

/**
 * Bars by category, one for each part beside each other, or all parts on top of each other.
 *
 * @param categories what stands below the bars
 * @param parts what each bar is made of; as many values as there are categories
 */
public record BarChart(Heading heading, String x, String y, List<String> categories, List<Part> parts, boolean stacked)
        implements Chart {

    public BarChart {
        categories = List.copyOf(categories);
        parts = List.copyOf(parts);
        for (Part part : parts) {
            if (part.values().size() != categories.size()) {
                throw new IllegalArgumentException("not a value for each category: part=" + part.name() + ", values="
                        + part.values().size() + ", categories=" + categories.size());
            }
        }
    }

    /** Values of one colour; those that are not finite are not drawn. */
    public record Part(String name, int color, List<Double> values) {

        public Part {
            values = List.copyOf(values);
        }
    }
}
