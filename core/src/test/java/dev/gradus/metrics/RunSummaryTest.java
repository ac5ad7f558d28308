package dev.gradus.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.gradus.json.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunSummaryTest {

    private static final RunSummary.Subject SUBJECT =
            new RunSummary.Subject("logistic", "allreduce", "threads", 0, RunSummary.ROWS);

    @Test
    void theKeysAreThoseThatToolsReadInTheirOrder() {
        Map<String, Object> summary = RunSummary.of(SUBJECT, List.of(Reports.report(0)));

        assertThat(summary)
                .containsOnlyKeys(
                        "model",
                        "strategy",
                        "launch",
                        "ranks",
                        "servers",
                        "steps",
                        "epochs",
                        "samples",
                        "seconds",
                        "startupSeconds",
                        "samplesPerSecond",
                        "loss",
                        "accuracy",
                        "auc",
                        "precision",
                        "recall",
                        "trainLoss",
                        "trainAccuracy",
                        "computeSeconds",
                        "exchangeSeconds",
                        "hiddenExchangeSeconds",
                        "waitSeconds",
                        "diskSeconds",
                        "gcSeconds",
                        "throttleSeconds",
                        "evaluateSeconds",
                        "overlap",
                        "computeToExchange",
                        "bytesSent",
                        "messages",
                        "syncs",
                        "cpuPercent",
                        "peakMemoryBytes",
                        "diskBytes",
                        "networkBytes",
                        "bottleneck",
                        "bottleneckShares",
                        "rankTimes",
                        "kernels",
                        "parametersHash");
        assertThat(summary)
                .containsEntry("model", "logistic")
                .containsEntry("strategy", "allreduce")
                .containsEntry("launch", "threads")
                .containsEntry("servers", 0);
        assertThat(Json.parse(Json.write(summary))).isInstanceOf(Map.class);
    }

    @Test
    void accuracyIsNoNumberWhereWordsCountNoHits() {
        RunSummary.Subject words = new RunSummary.Subject("skipgram", "hogwild", "threads", 0, RunSummary.WORDS);

        assertThat(RunSummary.of(words, List.of(Reports.report(0))))
                .containsEntry("accuracy", Double.NaN)
                .containsEntry("trainAccuracy", Double.NaN);
        assertThat(RunSummary.of(words, List.of(Reports.report(0, "accuracy", 0.25, "trainAccuracy", 0.5))))
                .containsEntry("accuracy", 0.25)
                .containsEntry("trainAccuracy", 0.5);
        assertThat(RunSummary.of(SUBJECT, List.of(Reports.report(0)))).containsEntry("accuracy", 0.0);
    }

    @Test
    void countsAreSumsTimesAreMeansAndTheClockIsThatOfTheSlowest() {
        RankReport zero = Reports.report(
                0,
                "steps",
                10L,
                "epochs",
                2L,
                "samples",
                60L,
                "seconds",
                2.0,
                "startupSeconds",
                0.5,
                "computeSeconds",
                1.0,
                "exchangeSeconds",
                0.5,
                "waitSeconds",
                0.2,
                "bytesSent",
                100L,
                "messages",
                10L,
                "syncs",
                10L,
                "loss",
                0.25,
                "parametersHash",
                "00ff");
        RankReport one = Reports.report(
                1,
                "steps",
                10L,
                "epochs",
                2L,
                "samples",
                40L,
                "seconds",
                1.0,
                "startupSeconds",
                0.75,
                "computeSeconds",
                2.0,
                "exchangeSeconds",
                1.5,
                "waitSeconds",
                0.4,
                "bytesSent",
                300L,
                "messages",
                30L,
                "syncs",
                10L,
                "loss",
                0.25,
                "parametersHash",
                "00ff");

        Map<String, Object> summary = RunSummary.of(SUBJECT, List.of(zero, one));

        assertThat(summary)
                .containsEntry("ranks", 2)
                .containsEntry("steps", 10L)
                .containsEntry("epochs", 2L)
                .containsEntry("samples", 100L)
                .containsEntry("seconds", 2.0)
                .containsEntry("startupSeconds", 0.75)
                .containsEntry("samplesPerSecond", 50.0)
                .containsEntry("computeSeconds", 1.5)
                .containsEntry("exchangeSeconds", 1.0)
                .containsEntry("waitSeconds", (0.2 + 0.4) / 2)
                .containsEntry("overlap", 0.0)
                .containsEntry("computeToExchange", 1.5)
                .containsEntry("bytesSent", 400L)
                .containsEntry("messages", 40L)
                .containsEntry("syncs", 10L)
                .containsEntry("loss", 0.25)
                .containsEntry("parametersHash", "00ff");
    }

    @Test
    void figuresOfAProcessCountOnceForAllRanksInIt() {
        List<RankReport> reports = List.of(
                Reports.report(0, "process", "a", "cpuSeconds", 2.0, "peakMemoryBytes", 100L, "diskBytes", 5L),
                Reports.report(1, "process", "a", "cpuSeconds", 2.0, "peakMemoryBytes", 100L, "diskBytes", 5L),
                Reports.report(2, "process", "b", "cpuSeconds", 1.0, "peakMemoryBytes", 10L, "diskBytes", 1L));

        Map<String, Object> summary = RunSummary.of(SUBJECT, reports);

        assertThat(summary)
                .containsEntry("cpuPercent", 300.0)
                .containsEntry("peakMemoryBytes", 110L)
                .containsEntry("diskBytes", 6L);
    }

    @Test
    void hiddenExchangeIsOverlap() {
        RankReport report = Reports.report(0, "exchangeSeconds", 1.0, "hiddenExchangeSeconds", 3.0);

        assertThat(RunSummary.of(SUBJECT, List.of(report))).containsEntry("overlap", 0.75);
    }

    @Test
    void aRankAloneHasNoRatioOfComputeToExchange() {
        RankReport report = Reports.report(0, "computeSeconds", 1.0);

        assertThat(RunSummary.of(SUBJECT, List.of(report))).containsEntry("computeToExchange", Double.NaN);
    }

    @Test
    void theTimesOfEachRankStandBesideTheirMeans() {
        RankReport zero = Reports.report(0, "computeSeconds", 1.0, "waits", List.of(0.0, 0.25));
        RankReport one = Reports.report(1, "computeSeconds", 3.0, "waits", List.of(0.5, 0.0));

        Map<String, Object> summary = RunSummary.of(SUBJECT, List.of(zero, one));

        assertThat((List<?>) summary.get("rankTimes"))
                .extracting("rank", "computeSeconds", "waits")
                .containsExactly(tuple(0, 1.0, List.of(0.0, 0.25)), tuple(1, 3.0, List.of(0.5, 0.0)));
        assertThat(summary.get("bottleneck")).isEqualTo("cpu");
        assertThat((Map<?, ?>) summary.get("bottleneckShares"))
                .hasToString(Bottleneck.of(List.of(zero, one)).shares().toString());
    }

    @Test
    void aResumedRunCountsTheWholeAndMeasuresItsLastPart() {
        List<RankReport> reports = List.of(Reports.report(0));
        Map<String, Object> part = RunSummary.of(SUBJECT, reports);

        Map<String, Object> summary = RunSummary.of(SUBJECT, reports, new RunSummary.Earlier(50, 1000, 2.5));

        assertThat(part).doesNotContainKeys("resumedFrom", "earlierSeconds");
        assertThat(summary)
                .containsEntry("resumedFrom", 50L)
                .containsEntry("earlierSeconds", 2.5)
                .containsEntry("samples", reports.get(0).samples() + 1000)
                .containsEntry("seconds", reports.get(0).seconds() + 2.5);
        assertThat(summary.get("samplesPerSecond")).isEqualTo(part.get("samplesPerSecond"));
        assertThat(summary.get("cpuPercent")).isEqualTo(part.get("cpuPercent"));
    }
}
