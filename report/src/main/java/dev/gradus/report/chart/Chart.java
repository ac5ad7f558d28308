package dev.gradus.report.chart;

/** A picture, as what it shows and not how it is drawn. */
public sealed interface Chart permits LineChart, BarChart, Timeline {

    Heading heading();

    /**
     * What stands around a picture.
     *
     * @param name of its file, without an ending
     * @param title a few words
     * @param caption one or two sentences on how to read it
     */
    record Heading(String name, String title, String caption) {}
}
