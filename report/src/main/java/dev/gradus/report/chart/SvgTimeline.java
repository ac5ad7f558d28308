package dev.gradus.report.chart;

import dev.gradus.report.chart.Timeline.Lane;
import dev.gradus.report.chart.Timeline.Span;
import java.util.stream.IntStream;

/** Draws a timeline as SVG. */
final class SvgTimeline {

    private static final double LEFT = 92;
    private static final double RIGHT = 14;
    private static final double LANE = 26;
    private static final double BAR = 18;
    private static final double LEGEND = 74;

    /** Spans of one lane that are drawn; more would be thinner than a line. */
    private static final int MOST_SPANS = 2_000;

    private final Timeline timeline;
    private final Svg svg;
    private final double top;
    private final double from;
    private final double to;

    private SvgTimeline(Timeline timeline) {
        this.timeline = timeline;
        int perRow = (int) ((Frame.WIDTH - 12) / LEGEND);
        this.top = 10 + 18 * ((timeline.kinds().size() + perRow - 1) / perRow);
        double height = top + LANE * timeline.lanes().size() + 42;
        this.svg = new Svg(Frame.WIDTH, height, timeline.heading().title());
        this.from = timeline.lanes().stream()
                .flatMap(lane -> lane.spans().stream())
                .mapToDouble(Span::from)
                .min()
                .orElse(0);
        this.to = timeline.lanes().stream()
                .flatMap(lane -> lane.spans().stream())
                .mapToDouble(Span::to)
                .max()
                .orElse(1);
        legend(perRow);
    }

    static String of(Timeline timeline) {
        SvgTimeline drawing = new SvgTimeline(timeline);
        IntStream.range(0, timeline.lanes().size())
                .forEach(i -> drawing.lane(timeline.lanes().get(i), i));
        drawing.axis();
        return drawing.svg.toString();
    }

    private void legend(int perRow) {
        for (int i = 0; i < timeline.kinds().size(); i++) {
            double x = 12 + LEGEND * (i % perRow);
            int row = i / perRow;
            double y = 14 + 18 * row;
            svg.rectangle("fill " + Svg.color(i), x, y - 9, 10, 10);
            svg.label("start", x + 14, y, timeline.kinds().get(i));
        }
    }

    private double x(double value) {
        return LEFT + (value - from) / Math.max(1e-12, to - from) * (Frame.WIDTH - LEFT - RIGHT);
    }

    private void lane(Lane lane, int number) {
        double y = top + LANE * number;
        svg.label("end", LEFT - 6, y + BAR - 5, lane.name());
        svg.rectangle("lane", LEFT, y, Frame.WIDTH - LEFT - RIGHT, BAR);
        lane.spans().stream().limit(MOST_SPANS).forEach(span -> {
            // What is too short to be seen is drawn as thin as can be, and not left out.
            double[] box = {x(span.from()), y, Math.max(0.4, x(span.to()) - x(span.from())), BAR};
            int color = Math.max(0, timeline.kinds().indexOf(span.kind()));
            svg.rectangle(
                    "fill " + Svg.color(color), box, span.label() + ": " + SvgChart.shown(span.to() - span.from()));
        });
    }

    private void axis() {
        double y = top + LANE * timeline.lanes().size();
        Ticks ticks = Ticks.of(from, to, 6);
        svg.line("axis", LEFT, y, Frame.WIDTH - RIGHT, y);
        for (double value : ticks.values()) {
            if (value >= from && value <= to) {
                svg.line("axis", x(value), y, x(value), y + 4);
                svg.label("middle", x(value), y + 17, ticks.text(value));
            }
        }
        svg.label("middle", (LEFT + Frame.WIDTH - RIGHT) / 2, y + 35, timeline.x());
    }
}
