package dev.gradus.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Axes, grid and legend around what a chart shows, and where values lie between them. */
final class Frame {

    static final double WIDTH = 480;
    private static final double LEFT = 52;
    private static final double RIGHT = 14;
    private static final double BOTTOM = 40;
    private static final double PLOT = 210;
    private static final double LINE = 13;
    private static final int MOST_LINES = 3;

    /** Letters of the font of the page are about this wide, which is enough to lay out a legend. */
    private static final double LETTER = 7.3;

    private final Svg svg;
    private final Ticks vertical;
    private final double top;
    private final double bottom;
    private double low;
    private double high;

    /** What the legend says of a curve or of a part of bars. */
    record Key(String name, int color, boolean dashed) {

        double width() {
            return 24 + LETTER * name.length();
        }
    }

    /** {@code vertical} is the range of values. */
    Frame(String title, Ticks vertical, List<Key> keys) {
        this(title, vertical, keys, 1);
    }

    /** With room for names of categories of so many lines. */
    Frame(String title, Ticks vertical, List<Key> keys, int lines) {
        this.vertical = vertical;
        this.top = 14 + 18 * rows(keys);
        this.bottom = BOTTOM + LINE * (lines - 1);
        this.svg = new Svg(WIDTH, top + PLOT + bottom, title);
        legend(keys);
    }

    Svg svg() {
        return svg;
    }

    private static int rows(List<Key> keys) {
        double x = 0;
        int rows = keys.isEmpty() ? 0 : 1;
        for (Key key : keys) {
            if (x > 0 && x + key.width() > WIDTH - LEFT - RIGHT) {
                rows++;
                x = 0;
            }
            x += key.width();
        }
        return rows;
    }

    private void legend(List<Key> keys) {
        double x = 0;
        double y = 14;
        for (Key key : keys) {
            if (x > 0 && x + key.width() > WIDTH - LEFT - RIGHT) {
                y += 18;
                x = 0;
            }
            if (key.dashed()) {
                // Two dashes: curves of one colour, of which one is broken, can be told apart.
                svg.rectangle("fill " + Svg.color(key.color()), LEFT + x - 2, y - 5, 5, 3);
                svg.rectangle("fill " + Svg.color(key.color()), LEFT + x + 6, y - 5, 5, 3);
            } else {
                svg.rectangle("fill " + Svg.color(key.color()), LEFT + x, y - 9, 10, 10);
            }
            svg.label("start", LEFT + x + 14, y, key.name());
            x += key.width();
        }
    }

    /** Draws the vertical axis with its grid, and the names of both. */
    void axes(String xName, String yName) {
        for (double value : vertical.values()) {
            svg.line("grid", LEFT, y(value), WIDTH - RIGHT, y(value));
            svg.label("end", LEFT - 5, y(value) + 4, vertical.text(value));
        }
        svg.line("axis", LEFT, y(vertical.low()), WIDTH - RIGHT, y(vertical.low()));
        svg.label("middle", (LEFT + WIDTH - RIGHT) / 2, top + PLOT + bottom - 5, xName);
        svg.upright(12, top + PLOT / 2, yName);
    }

    /** Sets the range of the horizontal axis and draws its numbers. */
    void horizontal(Ticks ticks, double from, double to) {
        low = from;
        high = to > from ? to : from + 1;
        for (double value : ticks.values()) {
            if (value >= low - 1e-9 * (high - low) && value <= high + 1e-9 * (high - low)) {
                svg.line("axis", x(value), top + PLOT, x(value), top + PLOT + 4);
                String text = ticks.text(value);
                // A number at the right end keeps within the picture.
                svg.label("middle", Math.min(x(value), WIDTH - LETTER * text.length() / 2), top + PLOT + 17, text);
            }
        }
    }

    /** A name below a category, in lines. */
    void category(double center, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            svg.label("middle", center, top + PLOT + 17 + LINE * i, lines.get(i));
        }
    }

    /**
     * A name in lines that are no wider than {@code width}, broken behind blanks and hyphens; the last may be cut off.
     */
    static List<String> wrapped(String name, double width) {
        int most = Math.max(3, (int) (width / LETTER));
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : name.split("(?<=[- ])", -1)) {
            if (line.length() > 0 && line.length() + word.strip().length() > most && lines.size() < MOST_LINES - 1) {
                lines.add(line.toString().strip());
                line.setLength(0);
            }
            line.append(word);
        }
        lines.add(line.toString().strip());
        return lines.stream()
                .map(text -> text.length() > most ? text.substring(0, most - 1) + "…" : text)
                .toList();
    }

    double x(double value) {
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT);
    }

    double y(double value) {
        return top + PLOT - (value - vertical.low()) / (vertical.high() - vertical.low()) * PLOT;
    }

    static double left() {
        return LEFT;
    }

    static double width() {
        return WIDTH - LEFT - RIGHT;
    }
}
