package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.RunSummary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a run shows where there is no terminal. */
class RunDisplayTest {

    @Test
    void anEpochShowsAnAccuracyUnlessTheModelCountsNoHits() {
        assertThat(epoch(RunSummary.ROWS, 0.5))
                .isEqualTo("x: epoch 1, after step 7 and 2.000 s: held-out loss 0.2500, accuracy 0.5000");
        assertThat(epoch(RunSummary.ROWS, 0)).endsWith("loss 0.2500, accuracy 0.0000");
        assertThat(epoch(RunSummary.WORDS, 0.5)).endsWith("mean loss 0.2500, accuracy 0.5000");
        assertThat(epoch(RunSummary.WORDS, 0)).endsWith("mean loss 0.2500");
    }

    private static String epoch(String unit, double accuracy) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        try (RunDisplay display = new RunDisplay(new Terminal(false, 80, false, true), err, "x", unit)) {
            display.evaluated(new EvaluationReading(7, 0, 100, 0.25, accuracy, Double.NaN, Double.NaN, Double.NaN, 2));
        }
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }
}
