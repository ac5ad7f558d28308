package dev.gradus.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.report.chart.Chart.Heading;
import dev.gradus.report.chart.LineChart.Look;
import dev.gradus.report.chart.LineChart.Series;
import java.awt.image.BufferedImage;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Charts drawn as SVG and as PNG: {@link SvgChart}, {@link PngChart}, {@link Ticks}. */
class SvgChartTest {

    private static final Heading HEADING = new Heading("name", "A <b> & \"title\"", "caption");

    @TempDir
    private Path folder;

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 100).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void ticksHoldTheRangeAndAreFewAndToldApart(SplittableRandom random) {
        double low = random.nextDouble(-1, 1) * Math.pow(10, random.nextInt(-6, 12));
        double high = low + random.nextDouble() * Math.pow(10, random.nextInt(-3, 12));

        Ticks ticks = Ticks.of(low, high, 5);

        assertThat(ticks.low()).isLessThanOrEqualTo(low + ticks.step() * 1e-6);
        assertThat(ticks.high()).isGreaterThanOrEqualTo(high - ticks.step() * 1e-6);
        assertThat(ticks.values()).hasSizeBetween(2, 9);
        if (high - low > 1e-3 * Math.abs(low)) {
            assertThat(ticks.values().stream().map(ticks::text)).doesNotHaveDuplicates();
        }
    }

    @Test
    void axesThatDoubleAreNumberedByPowersOfTwo() {
        Ticks ticks = Ticks.doubling(-2.6, 10, 10);

        assertThat(ticks.values().stream().map(ticks::text))
                .containsExactly("0.0625", "0.25", "1", "4", "16", "64", "256", "1024");
    }

    @Test
    void valuesThatAreAllButEqualAreDrawnFromZero() {
        assertThat(SvgChart.vertical(new double[] {0.99996, 1}, LineChart.Axes.FREE)
                        .low())
                .isZero();
        assertThat(SvgChart.vertical(new double[] {0.9, 1}, LineChart.Axes.FREE).low())
                .isGreaterThan(0.8);
    }

    @Test
    void longNamesOfCategoriesAreBrokenIntoLinesThatFit() {
        assertThat(Frame.wrapped("2", 40)).containsExactly("2");
        assertThat(Frame.wrapped("allreduce-ranks-2-seed-1", 80)).containsExactly("allreduce-", "ranks-2-", "seed-1");
        assertThat(Frame.wrapped("a-very-long-name-of-a-run-that-goes-on", 60))
                .hasSize(3)
                .allMatch(line -> line.length() <= 8)
                .last()
                .asString()
                .endsWith("…");
    }

    @Test
    void aRangeWithoutALengthHasTicksAroundIt() {
        assertThat(Ticks.of(1, 1, 5).values()).contains(1.0);
        assertThat(Ticks.of(0, 0, 5).values()).contains(0.0);
    }

    @Test
    void numbersAreWrittenShort() {
        Ticks ticks = Ticks.of(0, 25_000_000, 5);

        assertThat(ticks.values().stream().map(ticks::text)).containsExactly("0M", "5M", "10M", "15M", "20M", "25M");
    }

    @Test
    void aNumberAtTheRightEndIsNotCutOff() {
        LineChart chart = lines(new Series("one", Look.LINE, 0, Points.of(List.of(1e6, 300e6), List.of(1.0, 2.0))));

        Matcher last = Pattern.compile("x=\"([0-9.]+)\" [^>]*>300M<").matcher(SvgChart.of(chart));

        assertThat(last.find()).isTrue();
        assertThat(Double.parseDouble(last.group(1))).isLessThanOrEqualTo(Frame.WIDTH - 4 * 7.3 / 2);
    }

    @Test
    void everyChartIsWellFormedAndEscapesItsTexts() throws Exception {
        for (Chart chart : all()) {
            Document document = parse(SvgChart.of(chart));

            assertThat(document.getDocumentElement().getAttribute("aria-label")).isEqualTo("A <b> & \"title\"");
        }
    }

    @Test
    void everyChartIsDrawnAsPng() throws Exception {
        for (Chart chart : all()) {
            BufferedImage image = ImageIO.read(PngChart.write(chart, folder).toFile());

            assertThat(image.getWidth()).isEqualTo(960);
            assertThat(colours(image)).isGreaterThan(3);
        }
    }

    /** Grey is the ideal, blue what was measured, which is flat here: nothing above it is blue. */
    @Test
    void whatIsLostIsShadedAndHasNoOutline() throws Exception {
        LineChart chart = new LineChart(
                new Heading("speedup", "Speedup", ""),
                "ranks",
                "times",
                List.of(
                        new Series("ideal", Look.DASHED, 7, Points.of(List.of(1.0, 2.0), List.of(1.0, 2.0))),
                        new Series("measured", Look.LINE, 0, Points.of(List.of(1.0, 2.0), List.of(1.0, 1.0)))),
                true,
                true);

        BufferedImage image = ImageIO.read(PngChart.write(chart, folder).toFile());

        int blue = 0;
        for (int y = 0; y < 2 * image.getHeight() / 5; y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int rgb = image.getRGB(x, y);
                blue += (rgb & 0xff) - (rgb >> 16 & 0xff) > 60 ? 1 : 0;
            }
        }
        assertThat(blue).isZero();
    }

    private static long colours(BufferedImage image) {
        return java.util.Arrays.stream(
                        image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()))
                .distinct()
                .count();
    }

    @Test
    void aHundredThousandPointsAreASmallPicture() {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            x.add((double) i);
            y.add(Math.sin(i) + (i == 77_777 ? 100 : 0));
        }
        LineChart chart = lines(new Series("one", Look.LINE, 0, Points.of(x, y)));

        String svg = SvgChart.of(chart);

        assertThat(svg.length()).isLessThan(20_000);
        assertThat(svg).contains(">100<"); // the axis reaches to the spike, which thinning must not lose
    }

    @Test
    void aPartWithoutAValueForEachCategoryIsRefused() {
        assertThatThrownBy(() -> new BarChart(
                        HEADING, "x", "y", List.of("a", "b"), List.of(new BarChart.Part("p", 0, List.of(1.0))), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a value for each category: part=p, values=1, categories=2");
    }

    @Test
    void barsOfAStackStandOnEachOther() throws Exception {
        BarChart chart = new BarChart(
                HEADING,
                "x",
                "y",
                List.of("a"),
                List.of(new BarChart.Part("low", 0, List.of(2.0)), new BarChart.Part("high", 1, List.of(3.0))),
                true);

        Document document = parse(SvgChart.of(chart));

        List<double[]> bars = new ArrayList<>();
        for (int i = 0; i < document.getElementsByTagName("rect").getLength(); i++) {
            org.w3c.dom.Element bar =
                    (org.w3c.dom.Element) document.getElementsByTagName("rect").item(i);
            if (bar.getElementsByTagName("title").getLength() == 1) {
                bars.add(new double[] {
                    Double.parseDouble(bar.getAttribute("y")), Double.parseDouble(bar.getAttribute("height"))
                });
            }
        }
        assertThat(bars).hasSize(2);
        assertThat(bars.get(1)[0] + bars.get(1)[1]).isEqualTo(bars.get(0)[0]);
        assertThat(bars.get(1)[1] / bars.get(0)[1]).isEqualTo(1.5);
    }

    private static List<Chart> all() {
        Points points = Points.of(List.of(1.0, 2.0, 4.0), List.of(1.0, 1.5, 2.0));
        Points ideal = Points.of(List.of(1.0, 2.0, 4.0), List.of(1.0, 2.0, 4.0));
        return List.of(
                new LineChart(
                        HEADING,
                        "x < y",
                        "y & z",
                        List.of(
                                new Series("ideal", Look.DASHED, 7, ideal),
                                new Series("a<b", Look.MARKED, 0, points),
                                new Series("range", Look.RANGES, 0, Points.of(List.of(2.0, 2.0), List.of(1.0, 1.9))),
                                new Series("raw", Look.FAINT, 1, points)),
                        true,
                        true),
                lines(new Series("single", Look.LINE, 0, Points.of(List.of(1.0), List.of(1.0)))),
                new BarChart(
                        HEADING,
                        "x",
                        "y",
                        List.of("1", "2"),
                        List.of(
                                new BarChart.Part("p", 0, List.of(1.0, Double.NaN)),
                                new BarChart.Part("q", 1, List.of(0.0, 2.0))),
                        false),
                new Timeline(
                        HEADING,
                        "ms",
                        List.of("compute", "wait"),
                        List.of(
                                new Timeline.Lane(
                                        "rank 0",
                                        List.of(
                                                new Timeline.Span("compute", "compute", 0, 1),
                                                new Timeline.Span("wait", "wait for rank 1", 1, 2))),
                                new Timeline.Lane("rank 1", List.of(new Timeline.Span("compute", "compute", 0, 2))))));
    }

    private static LineChart lines(Series series) {
        return new LineChart(HEADING, "x", "y", List.of(series), false, false);
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }
}
