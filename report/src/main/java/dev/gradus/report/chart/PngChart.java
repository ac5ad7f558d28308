package dev.gradus.report.chart;

import dev.gradus.report.chart.LineChart.Look;
import dev.gradus.report.chart.LineChart.Series;
import dev.gradus.report.chart.Timeline.Lane;
import dev.gradus.report.chart.Timeline.Span;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws charts as PNG files by XChart, for papers and slides: light, without captions. */
public final class PngChart {

    private static final int WIDTH = 960;
    private static final int HEIGHT = 600;

    /** Letters of all names below an axis that fit side by side. */
    private static final int LETTERS_BELOW = 80;

    /** The colours of the light page, which people with other colour vision can tell apart too. */
    private static final Color[] COLORS = {
        new Color(0x0072b2),
        new Color(0xd55e00),
        new Color(0x009e73),
        new Color(0xcc79a7),
        new Color(0xe69f00),
        new Color(0x56b4e9),
        new Color(0x7f5fbf),
        new Color(0x6b7280)
    };

    private PngChart() {}

    /**
     * What keeps this system from drawing, if anything does. Without fonts or their library the JVM fails in various
     * ways at the first text; all are met here, so that a failure later is one of ours.
     */
    public static Optional<String> obstacle() {
        System.setProperty("java.awt.headless", "true");
        try {
            new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB)
                    .createGraphics()
                    .getFontMetrics()
                    .stringWidth("gradus");
            return Optional.empty();
        } catch (RuntimeException | LinkageError | InternalError e) {
            return Optional.of(e.toString());
        }
    }

    /** Writes {@code NAME.png} into a folder that exists, and returns the file. */
    public static Path write(Chart chart, Path folder) throws IOException {
        // Without this a machine whose DISPLAY points nowhere would be asked for its screen.
        System.setProperty("java.awt.headless", "true");
        Path file = folder.resolve(chart.heading().name() + ".png");
        return Files.write(file, ChartEncoder.getBytes(drawn(chart), "png"));
    }

    private static IChart drawn(Chart chart) {
        if (chart instanceof LineChart lines) {
            return lines(lines);
        } else if (chart instanceof BarChart bars) {
            return bars(bars);
        }
        return timeline((Timeline) chart);
    }

    private static XYChart lines(LineChart chart) {
        XYChart picture = picture(chart.heading().title(), chart.x(), chart.y());
        if (chart.axes().fromZero()) {
            picture.getStyler().setYAxisMin(0.0);
        }
        if (chart.axes().doublesX()) {
            picture.setCustomXAxisTickLabelsFormatter(PngChart::power);
        }
        if (chart.axes().doublesY()) {
            picture.setCustomYAxisTickLabelsFormatter(PngChart::power);
        }
        if (chart.shaded()) {
            shade(picture, chart.series().get(0).points(), chart.series().get(1).points());
            picture.setCustomXAxisTickLabelsFormatter(PngChart::whole);
        }
        int number = 0;
        for (Series one : chart.series()) {
            number++;
            if (one.look() == Look.RANGES) {
                ranges(picture, one);
            } else if (one.points().size() > 0) {
                Points points = one.points().thin(4 * SvgChart.MOST_POINTS);
                line(one, picture.addSeries(number + " " + one.name(), points.xs(), points.ys()));
            }
        }
        return picture;
    }

    /** Shaded charts are over ranks, of which there are no halves. */
    private static String whole(double value) {
        return Math.abs(value - Math.rint(value)) < 1e-9 ? Long.toString(Math.round(value)) : "";
    }

    /** Between powers of two nothing is written. */
    private static String power(double value) {
        return Math.abs(value - Math.rint(value)) < 1e-9 ? Ticks.power(Math.rint(value)) : "";
    }

    private static void shade(XYChart picture, Points upper, Points lower) {
        double[] x = new double[upper.size() + lower.size()];
        double[] y = new double[x.length];
        for (int i = 0; i < upper.size(); i++) {
            x[i] = upper.x(i);
            y[i] = upper.y(i);
        }
        for (int i = 0; i < lower.size(); i++) {
            x[x.length - 1 - i] = lower.x(i);
            y[x.length - 1 - i] = lower.y(i);
        }
        XYSeries area = picture.addSeries("lost", x, y);
        area.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.PolygonArea);
        area.setFillColor(new Color(0xd5, 0x5e, 0x00, 0x22));
        area.setLineWidth(0);
        area.setLineColor(new Color(0, 0, 0, 0)); // a line of width 0 is drawn all the same, as thin as can be
        area.setMarker(SeriesMarkers.NONE);
        area.setShowInLegend(false);
    }

    private static XYChart picture(String title, String x, String y) {
        XYChart picture = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        style(picture.getStyler());
        return picture;
    }

    private static void line(Series one, XYSeries drawn) {
        drawn.setLabel(one.name());
        boolean faint = one.look() == Look.FAINT;
        Color color = COLORS[one.color() % COLORS.length];
        drawn.setLineColor(faint ? new Color(color.getRed(), color.getGreen(), color.getBlue(), 90) : color);
        drawn.setMarkerColor(color);
        drawn.setLineWidth(faint ? 1f : 2f);
        drawn.setShowInLegend(!faint);
        if (one.look() == Look.DASHED) {
            drawn.setLineStyle(
                    new BasicStroke(2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, new float[] {8f, 6f}, 0f));
        }
        boolean marked = one.look() == Look.MARKED || one.points().size() == 1;
        drawn.setMarker(marked ? SeriesMarkers.CIRCLE : SeriesMarkers.NONE);
    }

    private static void ranges(XYChart picture, Series one) {
        for (int i = 0; i + 1 < one.points().size(); i += 2) {
            XYSeries bar = picture.addSeries(
                    one.name() + " " + i,
                    new double[] {one.points().x(i), one.points().x(i + 1)},
                    new double[] {one.points().y(i), one.points().y(i + 1)});
            bar.setShowInLegend(false);
            bar.setLineColor(COLORS[one.color() % COLORS.length]);
            bar.setMarker(SeriesMarkers.NONE);
        }
    }

    private static CategoryChart bars(BarChart chart) {
        CategoryChart picture = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(chart.heading().title())
                .xAxisTitle(chart.x())
                .yAxisTitle(chart.y())
                .build();
        style(picture.getStyler());
        picture.getStyler().setStacked(chart.stacked());
        picture.getStyler().setAvailableSpaceFill(0.7);
        if (chart.categories().stream().mapToInt(String::length).sum() > LETTERS_BELOW) {
            picture.getStyler().setXAxisLabelRotation(25);
        }
        picture.getStyler().setLegendVisible(chart.parts().size() > 1);
        for (BarChart.Part part : chart.parts()) {
            List<Double> values = part.values().stream()
                    .map(value -> Double.isFinite(value) ? value : 0.0)
                    .toList();
            picture.addSeries(part.name(), chart.categories(), values)
                    .setFillColor(COLORS[part.color() % COLORS.length]);
        }
        return picture;
    }

    /** Lanes are heights of an ordinary chart, spans thick lines in it: XChart has no timelines. */
    private static XYChart timeline(Timeline chart) {
        XYChart picture = picture(chart.heading().title(), chart.x(), "");
        picture.getStyler().setYAxisMin(-0.6);
        picture.getStyler().setYAxisMax(chart.lanes().size() - 0.4);
        picture.getStyler().setYAxisTicksVisible(false);
        picture.getStyler().setPlotGridLinesVisible(false);
        for (int kind = 0; kind < chart.kinds().size(); kind++) {
            spans(picture, chart, kind);
        }
        for (int lane = 0; lane < chart.lanes().size(); lane++) {
            name(picture, chart.lanes().get(lane), chart.lanes().size() - 1.0 - lane);
        }
        return picture;
    }

    /** The name of a lane stands above its beginning. */
    private static void name(XYChart picture, Lane lane, double height) {
        double from = lane.spans().stream().mapToDouble(Span::from).min().orElse(0);
        double to = lane.spans().stream().mapToDouble(Span::to).max().orElse(0);
        picture.addAnnotation(new AnnotationText(lane.name(), from + 0.04 * (to - from), height + 0.36, false));
    }

    /** All spans of a kind are one curve, broken where a coordinate is not a number. */
    private static void spans(XYChart picture, Timeline chart, int kind) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (int lane = 0; lane < chart.lanes().size(); lane++) {
            double height = chart.lanes().size() - 1.0 - lane;
            for (Span span : chart.lanes().get(lane).spans()) {
                if (span.kind().equals(chart.kinds().get(kind))) {
                    x.addAll(List.of(span.from(), span.to(), span.to()));
                    y.addAll(List.of(height, height, Double.NaN));
                }
            }
        }
        if (x.isEmpty()) {
            return;
        }
        XYSeries drawn = picture.addSeries(chart.kinds().get(kind), x, y);
        drawn.setLineColor(COLORS[kind % COLORS.length]);
        drawn.setLineStyle(new BasicStroke(
                Math.min(40f, 220f / chart.lanes().size()), BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER));
        drawn.setMarker(SeriesMarkers.NONE);
    }

    private static void style(AxesChartStyler styler) {
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setPlotGridLinesColor(new Color(0xe5e7eb));
        styler.setChartTitleBoxVisible(false);
    }
}
