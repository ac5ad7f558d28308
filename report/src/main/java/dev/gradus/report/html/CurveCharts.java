package dev.gradus.report.html;

import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.StepReading;
import dev.gradus.report.chart.Chart;
import dev.gradus.report.chart.Chart.Heading;
import dev.gradus.report.chart.LineChart;
import dev.gradus.report.chart.LineChart.Look;
import dev.gradus.report.chart.LineChart.Series;
import dev.gradus.report.chart.Points;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** How runs learnt, in pictures: all runs in each. */
final class CurveCharts {

    /** Readings on each side that a smoothed curve takes the mean of, as a share of all. */
    private static final double REACH = 0.02;

    private final List<RunRecord> runs;

    CurveCharts(List<RunRecord> runs) {
        this.runs = runs;
    }

    /** Only those that have something to show. */
    List<Chart> charts() {
        List<LineChart> all = List.of(
                training("loss", "Loss against time", "loss", StepReading::loss),
                training("accuracy", "Accuracy against time", "share of hits", StepReading::accuracy),
                heldOut("test-loss", "Loss on held-out rows against samples", "loss", EvaluationReading::loss),
                heldOut(
                        "test-accuracy",
                        "Accuracy on held-out rows against samples",
                        "share of hits",
                        EvaluationReading::accuracy),
                heldOut(
                        "test-precision",
                        "Precision on held-out rows against samples",
                        "share of true among found",
                        EvaluationReading::precision),
                heldOut("test-auc", "AUC on held-out rows against samples", "area", EvaluationReading::auc));
        return all.stream()
                .filter(chart -> !chart.isEmpty())
                .map(Chart.class::cast)
                .toList();
    }

    /** The mean of the neighbouring 4 %. */
    static Points smooth(Points raw) {
        return raw.smooth((int) Math.ceil(REACH * raw.size()));
    }

    private LineChart training(String name, String title, String y, ToDoubleFunction<StepReading> figure) {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            List<StepReading> steps = runs.get(i).log().steps();
            Points raw = Points.of(
                    steps.stream().map(StepReading::seconds).toList(),
                    steps.stream().map(figure::applyAsDouble).toList());
            series.add(new Series(runs.get(i).label() + ", raw", Look.FAINT, i, raw));
            series.add(new Series(runs.get(i).label(), Look.LINE, i, smooth(raw)));
        }
        series.sort((a, b) -> Boolean.compare(a.look() != Look.FAINT, b.look() != Look.FAINT));
        return new LineChart(
                new Heading(
                        name,
                        title,
                        "Of the global batch of each logged step, over all ranks, before its update. Thin: as read;"
                                + " thick: mean of the neighbouring 4 %. The clock stands still during evaluations."),
                "seconds of training",
                y,
                series,
                false,
                false);
    }

    private LineChart heldOut(String name, String title, String y, ToDoubleFunction<EvaluationReading> figure) {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            RunRecord run = runs.get(i);
            Function<EvaluationReading, Double> samples = reading -> run.samplesAt(reading.step());
            List<EvaluationReading> readings = run.log().evaluations().stream()
                    .filter(reading -> reading.rows() > 0)
                    .toList();
            series.add(new Series(
                    run.label(),
                    readings.size() < 40 ? Look.MARKED : Look.LINE,
                    i,
                    Points.of(
                            readings.stream().map(samples).toList(),
                            readings.stream().map(figure::applyAsDouble).toList())));
        }
        return new LineChart(
                new Heading(
                        name,
                        title,
                        "By samples and not by time, so that what a strategy gains in speed and loses in quality can be"
                                + " told apart."),
                "samples trained on",
                y,
                series,
                false,
                false);
    }
}
