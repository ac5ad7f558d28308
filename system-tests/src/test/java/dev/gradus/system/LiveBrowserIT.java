package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.gradus.json.Json;
import dev.gradus.system.Chromium.Window;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class LiveBrowserIT {

    private static final int DESK = 1200;
    private static final int PHONE = 390;

    private static Optional<Chromium> browser = Optional.empty();

    @RegisterExtension
    private final Programs programs = new Programs();

    @TempDir
    private Path folder = Path.of("");

    private Path run = Path.of("");

    @BeforeAll
    static void startBrowser() {
        Optional<Path> program = Chromium.find();
        assumeTrue(
                program.isPresent(), "no browser: install chromium, or name one by the variable " + Chromium.VARIABLE);
        browser = program.map(Chromium::new);
    }

    @AfterAll
    static void closeBrowser() {
        browser.ifPresent(Chromium::close);
        browser = Optional.empty();
    }

    @BeforeEach
    void nameFolder() {
        run = folder.resolve("run");
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void numbersOnThePageAreThoseOfTheRun(ColorScheme scheme) throws Exception {
        programs.succeed("train", Programs.tinyJob(folder), "--ranks", 2, "--out", run);
        Map<String, Object> step = last("step");
        Map<String, Object> heldOut = last("evaluation");
        Map<String, Object> summary = Json.parseObject(Files.readString(run.resolve("summary.json")));

        try (Window window = open(watch(), DESK, scheme)) {
            window.await("state", "^done; bottleneck: " + summary.get("bottleneck") + "$");
            window.await("step", "[0-9]");

            assertThat(window.text("name")).isEqualTo("run");
            assertThat(window.text("step")).isEqualTo(grouped(step.get("step")));
            assertThat(window.text("samples")).isEqualTo(grouped(step.get("samples")));
            assertThat(window.text("loss")).isEqualTo(rounded(step.get("loss"), 5));
            assertThat(window.text("accuracy")).isEqualTo(rounded(step.get("accuracy"), 4));
            assertThat(window.text("test-loss")).isEqualTo(rounded(heldOut.get("loss"), 5));
            assertThat(window.text("test-accuracy")).isEqualTo(rounded(heldOut.get("accuracy"), 4));
            assertThat(window.text("speed")).isEqualTo(grouped(summary.get("samplesPerSecond")));
            assertThat(lossesOfTheChart(window)).isEqualTo(losses());
            picture(window, "live-" + scheme.name().toLowerCase(Locale.ROOT));
            assertNothingIsWrong(window);
        }
    }

    @Test
    void thePageFollowsARunAndSurvivesAReload() throws Exception {
        Program launcher = programs.gradus("train", Programs.endlessJob(folder), "--ranks", 2, "--out", run, "--watch");
        try (Window window = open(address(launcher.awaitLine("live page: ")), DESK, ColorScheme.LIGHT)) {
            window.awaitStepAfter(0);
            window.awaitStepAfter(window.step());
            window.await("state", "^training$");
            assertALoggedStepIsShownAsLogged(window);
            long before = window.step();

            window.page().reload();

            window.awaitStepAfter(before);
            window.await("state", "^training$");
            window.await("speed", "[0-9]");
            assertNothingIsWrong(window);
        }
    }

    @Test
    void aRankThatEndsTheRunIsNamed() throws Exception {
        Program launcher = programs.gradus("train", Programs.endlessJob(folder), "--ranks", 2, "--out", run);
        launcher.awaitLine("step ");
        try (Window window = open(watch(), PHONE, ColorScheme.DARK)) {
            window.awaitStepAfter(0);

            Program.signal(launcher.ranks(2).get(1), "KILL");

            window.await("state", "^failed: rank 1 is lost: .*step=[0-9]+");
            window.page().reload();
            window.await("state", "^failed: rank 1 is lost: .*step=[0-9]+");
            assertFits(window.page());
            picture(window, "live-lost");
            assertNothingIsWrong(window);
        }
    }

    @Test
    void aWorkerThatIsLostIsNamedWhileTheOthersGoOn() throws Exception {
        Program launcher = programs.gradus(
                "train",
                Programs.endlessJob(folder),
                "--ranks",
                2,
                "--strategy",
                "server",
                "--set",
                "launch.servers=own",
                "--set",
                "servers=1",
                "--out",
                run);
        launcher.awaitLine("step ");
        try (Window window = open(watch(), DESK, ColorScheme.LIGHT)) {
            window.awaitStepAfter(0);
            assertThat(window.page().isVisible("#lost")).isFalse();

            Program.signal(launcher.ranks(3).get(1), "KILL"); // two workers and a shard

            window.await("lost", "^rank 1 is lost: its process was killed: signal=9");
            window.awaitStepAfter(window.step());
            window.await("state", "^training$");
            assertNothingIsWrong(window);
        }
    }

    @ParameterizedTest
    @CsvSource({PHONE + ", LIGHT", PHONE + ", DARK", "320, LIGHT"})
    void nothingIsCutOffInANarrowWindow(int width, ColorScheme scheme) throws Exception {
        programs.succeed("train", Programs.tinyJob(folder), "--ranks", 2, "--out", run);
        try (Window window = open(watch(), width, scheme)) {
            window.await("state", "^done");
            window.page().waitForSelector("#memory-chart canvas");

            for (String chart : List.of("cpu-chart", "memory-chart")) {
                assertThat(window.page().evaluate("charts.get('" + chart + "').plot.scales.y.min"))
                        .isEqualTo(0);
            }
            assertFits(window.page());
            picture(window, "live-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT));
            assertNothingIsWrong(window);
        }
    }

    @Test
    void everythingCanBeReachedAndUsedByKeyboard() throws Exception {
        programs.succeed("train", Programs.tinyJob(folder), "--ranks", 2, "--out", run);
        try (Window window = open(watch(), DESK, ColorScheme.LIGHT)) {
            Page page = window.page();
            window.await("state", "^done");
            page.waitForSelector("#memory-chart canvas");

            List<String> stops = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                page.keyboard().press("Tab");
                stops.add(String.valueOf(page.evaluate(FOCUSED)));
                assertThat(page.evaluate("getComputedStyle(document.activeElement).outlineStyle"))
                        .as("focus on %s", stops.get(i))
                        .isEqualTo("solid");
            }
            assertThat(stops)
                    .containsExactly(
                            "loss-chart",
                            "loss-chart training",
                            "loss-chart held out",
                            "accuracy-chart",
                            "accuracy-chart training",
                            "accuracy-chart held out",
                            "cpu-chart",
                            "cpu-chart rank 0",
                            "cpu-chart rank 1",
                            "memory-chart",
                            "memory-chart rank 0",
                            "memory-chart rank 1");

            page.focus("#loss-chart");
            page.keyboard().press("Home");
            page.waitForFunction(
                    "shown => document.querySelector('#loss-chart .u-series:nth-child(2) td')"
                            + ".textContent === shown",
                    shownInLegend(losses().get(0)));
            page.focus("#loss-chart .u-series:nth-child(2) th");
            page.keyboard().press("Enter");
            page.waitForSelector("#loss-chart .u-series:nth-child(2) th[aria-pressed=false]");
            assertNothingIsWrong(window);
        }
    }

    private static final String FOCUSED = """
            (() => {
              const at = document.activeElement;
              const chart = at.closest('.plot');
              return chart === at ? at.id : chart.id + ' ' + at.textContent;
            })()
            """;

    /** As uPlot writes numbers. */
    private static String shownInLegend(double value) {
        return new BigDecimal(value)
                .setScale(3, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static Window open(String address, int width, ColorScheme scheme) {
        return browser.orElseThrow().open(address, width, scheme);
    }

    private String watch() throws Exception {
        return address(programs.gradus("watch", run).awaitOutput("live page: "));
    }

    private static String address(String line) {
        return line.substring(line.indexOf("http://")).split(" ", 2)[0];
    }

    /** Where the page shows a step that has a line in the log, it shows the numbers of that line. */
    private void assertALoggedStepIsShownAsLogged(Window window) throws Exception {
        long deadline = System.nanoTime() + 30_000_000_000L;
        while (System.nanoTime() - deadline < 0) {
            List<?> shown = (List<?>) window.page()
                    .evaluate("['step', 'samples', 'loss'].map(id => document.getElementById(id).textContent)");
            for (Map<String, Object> line : lines("step")) {
                if (grouped(line.get("step")).equals(shown.get(0))) {
                    assertThat(shown.get(1)).isEqualTo(grouped(line.get("samples")));
                    assertThat(shown.get(2)).isEqualTo(rounded(line.get("loss"), 5));
                    return;
                }
            }
            window.awaitStepAfter(window.step());
        }
        throw new AssertionError("no step of the log was ever shown");
    }

    private void assertNothingIsWrong(Window window) {
        assertThat(window.complaints()).isEmpty();
        assertThat(window.requests()).allMatch(url -> url.startsWith("http://127.0.0.1:") || url.equals("data:,"));
    }

    /** Nothing stands outside the window, and no text is wider than its box. */
    private static void assertFits(Page page) {
        assertThat(page.evaluate("document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth"))
                .as("no sideways scroll")
                .isEqualTo(true);
        assertThat((List<?>) page.evaluate("""
                        [...document.querySelectorAll('main *')].filter(one => {
                          const box = one.getBoundingClientRect();
                          const text = one.matches('h1, p, dt, dd, figcaption, th, td');
                          return box.width > 0 && (box.right > innerWidth + 0.5 || box.left < -0.5
                              || text && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0);
                        }).map(one => one.outerHTML.slice(0, 120))
                        """)).as("cut off").isEmpty();
    }

    private static void picture(Window window, String name) {
        window.page()
                .screenshot(new Page.ScreenshotOptions()
                        .setFullPage(true)
                        .setPath(Programs.HOME.resolve("system-tests/target/" + name + ".png")));
    }

    private static List<Double> lossesOfTheChart(Window window) {
        List<?> drawn =
                (List<?>) window.page().evaluate("charts.get('loss-chart').plot.data[1].filter(loss => loss !== null)");
        return drawn.stream().map(loss -> ((Number) loss).doubleValue()).toList();
    }

    private List<Double> losses() throws Exception {
        return lines("step").stream()
                .map(line -> number(line.get("loss")).doubleValue())
                .toList();
    }

    private Map<String, Object> last(String type) throws Exception {
        List<Map<String, Object>> lines = lines(type);
        return lines.get(lines.size() - 1);
    }

    private List<Map<String, Object>> lines(String type) throws Exception {
        List<Map<String, Object>> lines = new ArrayList<>();
        String log = Files.readString(run.resolve("metrics.jsonl"));
        for (String line : log.substring(0, log.lastIndexOf('\n') + 1).lines().toList()) {
            Map<String, Object> members = Json.parseObject(line);
            if (type.equals(members.get("type"))) {
                lines.add(members);
            }
        }
        return lines;
    }

    private static Number number(@Nullable Object value) {
        if (value instanceof Number number) {
            return number;
        }
        throw new AssertionError("not a number: " + value);
    }

    private static String grouped(@Nullable Object value) {
        return String.format(Locale.ROOT, "%,d", Math.round(number(value).doubleValue()));
    }

    /** As the browser rounds: the exact value, halves up. */
    private static String rounded(@Nullable Object value, int digits) {
        return new BigDecimal(number(value).doubleValue())
                .setScale(digits, RoundingMode.HALF_UP)
                .toPlainString();
    }
}
