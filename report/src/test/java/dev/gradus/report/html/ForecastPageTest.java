package dev.gradus.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.forecast.Advice;
import dev.gradus.forecast.Cluster;
import dev.gradus.forecast.Cost;
import dev.gradus.forecast.Forecast;
import dev.gradus.forecast.Jitter;
import dev.gradus.forecast.Machine;
import dev.gradus.forecast.Network;
import dev.gradus.forecast.Sum;
import dev.gradus.forecast.Work;
import dev.gradus.report.ForecastReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForecastPageTest {

    @TempDir
    Path folder = Path.of("");

    @Test
    void thePageHasTheAdviceTheBandsAndTheNotes() throws IOException {
        Machine machine = new Machine(2, Map.of(2, 1.1), new Cost(5e-6, 1e-10), Jitter.none(), 0.3);
        Work work = new Work("allreduce", 256, false, 1, new Cost(0, 1e-3), 1, List.of(Sum.dense(4e6)));
        Cluster cluster = Cluster.of(Network.preset("1gbit"));
        Advice advice = Advice.of(work, machine, cluster, true);
        ForecastReport report = new ForecastReport(
                new ForecastReport.Question("a<b", cluster, 1000, "rows", Double.NaN, 12),
                List.of(new ForecastReport.Answer(Forecast.of(work, machine, cluster), advice, work, machine)),
                List.of("the machine is busy"));

        new ForecastPage(report).write(folder);

        String page = Files.readString(folder.resolve("report.html"));

        assertThat(page).contains(advice.sentence(), "<svg", "a&lt;b", "the machine is busy", "<td>1024</td>");
        assertThat(page).doesNotContain("http://", "https://", "<td>missing</td>");
    }
}
