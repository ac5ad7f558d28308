package dev.gradus.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExperimentsPageTest {

    private static Map<String, Object> summary(double speed) {
        Map<String, Object> summary = new HashMap<>();
        summary.put("samplesPerSecond", speed);
        summary.put("seconds", 2.0);
        summary.put("exchangeSeconds", 0.5);
        summary.put("steps", 10L);
        summary.put("bytesSent", 5000L);
        summary.put("loss", 0.25);
        summary.put("accuracy", 0.9);
        summary.put("bottleneck", "cpu");
        return summary;
    }

    @Test
    void publishedAndOwnFiguresStandInOneSection() {
        Table published = new Table(List.of("workers", "speedup"));
        published.add(List.of("2", "1.14"));
        ExperimentsPage page = new ExperimentsPage("./gradus reproduce", List.of("2 cores"));

        page.add(new ExperimentsPage.Section(
                "Title",
                "What was done.",
                published,
                List.of(
                        ExperimentsPage.Run.median("1 rank", List.of(summary(100))),
                        ExperimentsPage.Run.median("2 ranks", List.of(summary(190), summary(150), summary(170)))),
                "another machine",
                List.of("a remark")));

        assertThat(page.text())
                .contains("`./gradus reproduce`", "* 2 cores", "## Title", "| 2 | 1.14 |", "* a remark")
                .contains("| 2 ranks | 2.000 | 1.70 (1.50-1.90) | 170 | 0.2500 | 0.9000 | 500 B | 25.0 % | cpu |")
                .contains("What differs: another machine");
    }
}
