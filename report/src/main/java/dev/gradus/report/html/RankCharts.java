package dev.gradus.report.html;

import dev.gradus.metrics.RankReading;
import dev.gradus.report.chart.Chart;
import dev.gradus.report.chart.Chart.Heading;
import dev.gradus.report.chart.LineChart;
import dev.gradus.report.chart.LineChart.Look;
import dev.gradus.report.chart.LineChart.Series;
import dev.gradus.report.chart.Points;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** How the ranks of one run learnt, each from its own rows, in pictures: every rank and their mean. */
final class RankCharts {

    /** Ranks that have a colour of their own, beside their mean. */
    private static final int MOST_RANKS = 7;

    private final Map<Integer, List<RankReading>> ranks = new TreeMap<>();
    private final List<RankReading> inTime;

    RankCharts(RunRecord run) {
        for (RankReading reading : run.log().ranks()) {
            ranks.computeIfAbsent(reading.rank(), unused -> new ArrayList<>()).add(reading);
        }
        this.inTime = run.log().ranks().stream()
                .sorted(Comparator.comparingDouble(RankReading::seconds))
                .toList();
    }

    /** None for a run of one rank, or from before ranks told of themselves. */
    List<Chart> charts() {
        if (ranks.size() < 2) {
            return List.of();
        }
        return List.of(
                chart("rank-loss", "Loss of each rank against time", "loss", RankReading::loss),
                chart("rank-accuracy", "Accuracy of each rank against time", "share of hits", RankReading::accuracy));
    }

    private LineChart chart(String name, String title, String y, ToDoubleFunction<RankReading> figure) {
        List<Series> faint = new ArrayList<>();
        List<Series> thick = new ArrayList<>();
        int color = 1;
        for (Map.Entry<Integer, List<RankReading>> rank : ranks.entrySet()) {
            if (color <= MOST_RANKS) {
                add("rank " + rank.getKey(), color++, points(rank.getValue(), figure), faint, thick);
            }
        }
        add("mean", 0, mean(figure), faint, thick);
        faint.addAll(thick);
        return new LineChart(
                new Heading(
                        name,
                        title,
                        "Of each rank's own rows, before the ranks were added up"
                                + (ranks.size() > MOST_RANKS
                                        ? "; the first " + MOST_RANKS + " of " + ranks.size()
                                                + " ranks and the mean of all."
                                        : ".")
                                + " Thin: as read; thick: mean of the neighbouring 4 %."),
                "seconds of training",
                y,
                faint,
                false,
                false);
    }

    private static void add(String name, int color, Points raw, List<Series> faint, List<Series> thick) {
        faint.add(new Series(name + ", raw", Look.FAINT, color, raw));
        thick.add(new Series(name, Look.LINE, color, CurveCharts.smooth(raw)));
    }

    private static Points points(List<RankReading> readings, ToDoubleFunction<RankReading> figure) {
        return Points.of(
                readings.stream().map(RankReading::seconds).toList(),
                readings.stream().map(figure::applyAsDouble).toList());
    }

    /** A point whenever every rank has told something new: once a step where ranks go in step, else about as often. */
    private Points mean(ToDoubleFunction<RankReading> figure) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        Map<Integer, Double> latest = new HashMap<>();
        for (RankReading reading : inTime) {
            latest.put(reading.rank(), figure.applyAsDouble(reading));
            if (latest.size() == ranks.size()) {
                x.add(reading.seconds());
                y.add(mean(latest.values()));
                latest.clear();
            }
        }
        return Points.of(x, y);
    }

    private static double mean(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }
}
