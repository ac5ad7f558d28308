package dev.gradus.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.metrics.ResourceReading;
import dev.gradus.report.html.Finding.Topic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said in words: {@link RunFindings}, {@link ScaleFindings}. */
class FindingsTest {

    private static final Map<String, Object> MACHINE = Map.of("cores", 4L);

    @Test
    void aRunThatComputesWantsMoreRanksWhereThereAreCores() {
        RunRecord run = run(summary("cpu", 0.95), 0, 0);

        assertThat(text(run, Topic.LIMIT)).isEqualTo("Computing: it takes 95 % of the time.");
        assertThat(text(run, Topic.HELP)).isEqualTo("More ranks: there are 4 cores and 2 ranks. Try scale.");
        assertThat(text(run, Topic.SURE)).startsWith("Fairly: 20.00 s of training");
    }

    @Test
    void plainLoopsAreSaidToBeSlow() {
        Map<String, Object> summary = summary("cpu", 0.95);
        summary.put("kernels", "plain");

        assertThat(text(run(summary, 0, 0), Topic.HELP)).startsWith("Vector kernels: this run used plain loops");
    }

    @Test
    void aRunThatIsLimitedByMemoryIsSentToOtherMachines() {
        RunRecord run = run(summary("memory", 0.7), 0, 0);

        assertThat(text(run, Topic.LIMIT)).startsWith("Memory bandwidth: computing takes 70 % of the time");
        assertThat(text(run, Topic.HELP)).startsWith("Other machines: ranks on this one share its memory.");
    }

    @Test
    void shortExchangesAreLatencyAndLongOnesAreBytes() {
        Map<String, Object> summary = summary("network", 0.6);
        summary.put("exchangeSeconds", 10.0);
        summary.put("steps", 100_000L);
        assertThat(text(run(summary, 0, 0), Topic.LIMIT)).endsWith("0.1 ms of every step.");
        assertThat(text(run(summary, 0, 0), Topic.HELP))
                .contains("batchSize (now 128)", "latency, not of bytes", "2.00 times as fast at best");

        summary.put("steps", 100L);
        summary.put("bytesSent", 1_000_000_000L);
        assertThat(text(run(summary, 0, 0), Topic.HELP)).contains("exchange.compression: bf16");

        summary.put("bytesSent", 20_000L);
        assertThat(text(run(summary, 0, 0), Topic.HELP)).contains("latency, not of bytes");
    }

    @Test
    void theRankThatOthersWaitForIsNamed() {
        Map<String, Object> summary = summary("waiting", 0.6);
        summary.put(
                "rankTimes",
                List.of(
                        Map.of("rank", 0L, "waits", List.of(0.0, 0.1, 4.0)),
                        Map.of("rank", 1L, "waits", List.of(0.2, 0.0, 3.0)),
                        Map.of("rank", 2L, "waits", List.of(0.0, 0.0, 0.0))));

        assertThat(text(run(summary, 0, 0), Topic.LIMIT))
                .isEqualTo("Waiting for slow ranks: 60 % of the time, most of it for rank 2 (7.00 s over all ranks).");
    }

    @Test
    void moreRanksThanCoresAreTheFirstThingToMend() {
        Map<String, Object> summary = summary("waiting", 0.6);
        summary.put("ranks", 8L);

        assertThat(text(run(summary, 0, 0), Topic.HELP)).startsWith("Fewer ranks: there are 8 on 4 cores");
    }

    @Test
    void aDiskThatHoldsARunBackIsNamed() {
        Map<String, Object> summary = summary("disk", 0.7);
        summary.put("diskBytes", 3e9);

        assertThat(text(run(summary, 0, 0), Topic.LIMIT)).contains("The disk: 70 %", "3.00 GB");
        assertThat(text(run(summary, 0, 0), Topic.HELP)).contains("checkpoint.every");
    }

    @Test
    void doubtsAreSaid() {
        Map<String, Object> summary = summary("cpu", 0.5);
        summary.put("seconds", 0.3);
        summary.put("bottleneckShares", Map.of("cpu", 0.5, "network", 0.45));

        String sure = text(run(summary, 50, 150), Topic.SURE);

        assertThat(sure)
                .startsWith("Not very: ")
                .contains("the clock ran for only 300.0 ms")
                .contains("something else used 1.0 cores")
                .contains("two causes are nearly equal");
        assertThat(text(run(summary, 50, 150), Topic.LIMIT)).endsWith("Close behind: network, with 45 %.");
    }

    @Test
    void aRunWithoutASummaryHasNoFindingsButThat() {
        RunRecord run = new RunRecord(
                Path.of("x"),
                "x",
                Map.of(),
                Map.of(),
                new RunRecord.Log(List.of(), List.of(), List.of(), List.of()),
                List.of("n"));

        List<Finding> findings = RunFindings.of(run);

        assertThat(findings).extracting(Finding::topic).containsExactly(Topic.SURE);
        assertThat(findings.get(0).text())
                .isEqualTo("Not at all: the run x has no summary, so only its curves are shown.");
    }

    @Test
    void theFiguresBehindABottleneckAreShown() {
        Map<String, Object> summary = summary("network", 0.6);
        summary.put("cpuPercent", 150.0);
        summary.put("diskBytes", 2_000_000L);
        summary.put("networkBytes", 40_000_000L);

        assertThat(RunFindings.evidence(run(summary, 0, 0)))
                .isEqualTo(
                        "Bottleneck of the run: network (network 60 % of the mean rank's time). Its processes used 1.50"
                                + " cores, 100.0 kB/s of disks and 2.0 MB/s of networks.");
    }

    @Test
    void whatIsLostIsDividedIntoItsReasons() {
        List<ScaleRow> rows = List.of(row(1, 3, 10, 10, 0, 0), row(2, 3, 6, 5.5, 0.5, 0.4));

        List<Finding> findings = ScaleFindings.of(rows, 4);

        assertThat(findings.get(0).text())
                .contains("Fastest with 2 ranks: 1.67 times the speed of 1 rank, 83 % of ideal.")
                .contains("With 2 ranks, 1.00 s of 6.00 s are lost: 50 % to slower computing")
                .contains("10 % to moving gradients, 40 % to waiting");
        assertThat(findings.get(1).text()).startsWith("More ranks: ");
        assertThat(findings.get(2).text()).startsWith("Fairly: over 3 rounds");
    }

    @Test
    void aMachineWhoseCoresAllHaveARankIsNotToldToTakeMore() {
        List<ScaleRow> rows = List.of(row(1, 3, 10, 10, 0, 0), row(2, 3, 6, 5.5, 0.5, 0.4));

        assertThat(ScaleFindings.of(rows, 2).get(1).text())
                .startsWith("More cores, here or on other machines: all 2 of this one have a rank");
    }

    @Test
    void distributingThatDoesNotPayIsSaidPlainly() {
        List<ScaleRow> rows = List.of(row(1, 1, 10, 10, 0, 0), row(2, 1, 12, 5, 7, 6), row(4, 1, 20, 5, 15, 14));

        List<Finding> findings = ScaleFindings.of(rows, 2);

        assertThat(findings.get(0).text())
                .startsWith("Distributing does not pay here: no number of ranks is faster than 1 rank.")
                .contains("With 2 ranks, 7.00 s of 12.00 s are lost");
        assertThat(findings.get(1).text())
                .startsWith("At most 2 ranks on this machine")
                .contains("Fewer exchanges: a larger batchSize or strategy local");
        assertThat(findings.get(2).text()).startsWith("Not very: 1 round of each");
    }

    private static ScaleRow row(int ranks, int rounds, double seconds, double compute, double exchange, double wait) {
        Map<String, Object> summary = summary("cpu", 0.9);
        summary.put("ranks", (long) ranks);
        summary.put("seconds", seconds);
        summary.put("computeSeconds", compute);
        summary.put("exchangeSeconds", exchange);
        summary.put("waitSeconds", wait);
        double speedup = 10 / seconds;
        return new ScaleRow(rounds, speedup, speedup * 0.99, speedup * 1.01, speedup / ranks, run(summary, 0, 0));
    }

    private static Map<String, Object> summary(String bottleneck, double share) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("ranks", 2L);
        summary.put("steps", 1000L);
        summary.put("seconds", 20.0);
        summary.put("computeSeconds", 10.0);
        summary.put("exchangeSeconds", 0.0);
        summary.put("diskSeconds", 0.0);
        summary.put("launch", "threads");
        summary.put("kernels", "simd");
        summary.put("bottleneck", bottleneck);
        summary.put("bottleneckShares", Map.of(bottleneck, share));
        summary.put("machine", MACHINE);
        return summary;
    }

    /** With ten samples of what the process used and of how busy the machine was, in percent of a core. */
    private static RunRecord run(Map<String, Object> summary, double own, double machine) {
        List<ResourceReading> resources = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            resources.add(
                    new ResourceReading(0, "p", i, own, List.of(machine / 2, machine / 2), 0, 0, 0, 0, 0, 0, 0, 0));
        }
        return new RunRecord(
                Path.of("run"),
                "run",
                Map.of("batchSize", "128"),
                summary,
                new RunRecord.Log(List.of(), List.of(), List.of(), resources),
                List.of());
    }

    private static String text(RunRecord run, Topic topic) {
        return RunFindings.of(run).stream()
                .filter(finding -> finding.topic() == topic)
                .findFirst()
                .orElseThrow()
                .text();
    }
}
