package dev.gradus.report.chart;

import java.util.Locale;

/** SVG text being written. Colours come from the page by class, so that light and dark are its matter. */
final class Svg {

    /** Colours that the page has. */
    static final int COLORS = 8;

    private final StringBuilder out = new StringBuilder();

    Svg(double width, double height, String title) {
        out.append(String.format(
                Locale.ROOT, "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"", text(width), text(height)));
        out.append(Markup.escape(title)).append("\">\n");
    }

    static String color(int number) {
        return "c" + number % COLORS;
    }

    /** A coordinate, to a tenth of a point. */
    static String text(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : String.format(Locale.ROOT, "%.1f", tenths / 10.0);
    }

    void line(String kind, double x1, double y1, double x2, double y2) {
        out.append("<line class=\"").append(kind).append("\" x1=\"").append(text(x1));
        out.append("\" y1=\"").append(text(y1)).append("\" x2=\"").append(text(x2));
        out.append("\" y2=\"").append(text(y2)).append("\"/>\n");
    }

    void rectangle(String kind, double x, double y, double width, double height) {
        out.append(rectangleStart(kind, x, y, width, height)).append("/>\n");
    }

    /** A rectangle that says more when it is pointed at. */
    void rectangle(String kind, double[] box, String title) {
        out.append(rectangleStart(kind, box[0], box[1], box[2], box[3])).append("><title>");
        out.append(Markup.escape(title)).append("</title></rect>\n");
    }

    private static String rectangleStart(String kind, double x, double y, double width, double height) {
        return "<rect class=\"" + kind + "\" x=\"" + text(x) + "\" y=\"" + text(y) + "\" width=\""
                + text(Math.max(0, width)) + "\" height=\"" + text(Math.max(0, height)) + "\"";
    }

    void circle(String kind, double x, double y) {
        out.append("<circle class=\"").append(kind).append("\" cx=\"").append(text(x));
        out.append("\" cy=\"").append(text(y)).append("\" r=\"3\"/>\n");
    }

    /** {@code shape} is polyline or polygon; {@code points} are pairs of coordinates. */
    void points(String shape, String kind, String points) {
        out.append('<').append(shape).append(" class=\"").append(kind).append("\" points=\"");
        out.append(points).append("\"/>\n");
    }

    /** {@code anchor} is start, middle or end. */
    void label(String anchor, double x, double y, String text) {
        out.append("<text text-anchor=\"").append(anchor).append("\" x=\"").append(text(x));
        out.append("\" y=\"")
                .append(text(y))
                .append("\">")
                .append(Markup.escape(text))
                .append("</text>\n");
    }

    /** Text that is read from below. */
    void upright(double x, double y, String text) {
        out.append("<text text-anchor=\"middle\" transform=\"translate(")
                .append(text(x))
                .append(' ')
                .append(text(y))
                .append(") rotate(-90)\">")
                .append(Markup.escape(text))
                .append("</text>\n");
    }

    @Override
    public String toString() {
        return out + "</svg>";
    }
}
