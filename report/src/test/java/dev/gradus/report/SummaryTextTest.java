package dev.gradus.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTextTest {

    @Test
    void aRunIsToldInSixLines() {
        assertThat(SummaryText.lines(summary()))
                .containsExactly(
                        "done      8,000,000 rows in 4.00 s, 2,000,000 rows/s (start-up 750.0 ms)",
                        "held-out  loss 0.12346, accuracy 0.98765, AUC 0.99000",
                        "time      compute 75 %, exchange 25 % (waiting 10 %); bottleneck: cpu",
                        "sent      2.5 MB in 1,000 messages, 500 syncs",
                        "machine   CPU 190 %, memory 1.23 GB, kernels simd",
                        "hash      00ff");
    }

    @Test
    void scoresThatDoNotApplyAreLeftOut() {
        Map<String, Object> summary = summary();
        summary.put("auc", Double.NaN);

        assertThat(SummaryText.lines(summary).get(1)).isEqualTo("held-out  loss 0.12346, accuracy 0.98765");
    }

    @Test
    void withoutHeldOutRowsTheLastBatchSpeaks() {
        Map<String, Object> summary = summary();
        summary.put("loss", Double.NaN);

        assertThat(SummaryText.lines(summary).get(1))
                .isEqualTo("held-out  no rows held out; last batch: loss 0.50000, accuracy 0.75000");
    }

    @Test
    void aResumedRunSaysWhereAndSharesAreOfWhatCameThen() {
        Map<String, Object> summary = summary();
        summary.put("seconds", 10.0);
        summary.put("resumedFrom", 120L);
        summary.put("earlierSeconds", 6.0);

        assertThat(SummaryText.lines(summary))
                .startsWith("resumed   from step 120, after 6.00 s; speed, shares and bytes are of what came then")
                .element(1)
                .asString()
                .startsWith("done      8,000,000 rows in 10.00 s, 2,000,000 rows/s");
        assertThat(SummaryText.lines(summary).get(3)).startsWith("time      compute 75 %, exchange 25 %");
    }

    @Test
    void whatIsMissingIsADash() {
        assertThat(SummaryText.lines(Map.of()).get(3)).isEqualTo("sent      - in - messages, - syncs");
    }

    private static Map<String, Object> summary() {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("samples", 8_000_000L);
        summary.put("seconds", 4.0);
        summary.put("samplesPerSecond", 2e6);
        summary.put("startupSeconds", 0.75);
        summary.put("loss", 0.123456);
        summary.put("accuracy", 0.987654);
        summary.put("auc", 0.99);
        summary.put("trainLoss", 0.5);
        summary.put("trainAccuracy", 0.75);
        summary.put("computeSeconds", 3.0);
        summary.put("exchangeSeconds", 1.0);
        summary.put("waitSeconds", 0.4);
        summary.put("bottleneck", "cpu");
        summary.put("bytesSent", 2_500_000L);
        summary.put("messages", 1000L);
        summary.put("syncs", 500L);
        summary.put("cpuPercent", 190.4);
        summary.put("peakMemoryBytes", 1_230_000_000L);
        summary.put("kernels", "simd");
        summary.put("parametersHash", "00ff");
        return summary;
    }
}
