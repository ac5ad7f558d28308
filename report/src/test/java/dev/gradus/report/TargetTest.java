package dev.gradus.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetTest {

    private static final Map<String, Object> SUMMARY = Map.of("samples", 1000L, "steps", 100L);

    @TempDir
    Path folder = Path.of("");

    private Target.Arrival arrival(String target, String... lines) throws IOException {
        Files.writeString(folder.resolve("metrics.jsonl"), String.join("\n", lines));
        return Target.parse(target).arrival(folder, SUMMARY);
    }

    private static String evaluation(int step, double loss, double accuracy, double seconds) {
        return "{\"type\":\"evaluation\",\"step\":" + step + ",\"rows\":50,\"loss\":" + loss + ",\"accuracy\":"
                + accuracy + ",\"auc\":null,\"seconds\":" + seconds + "}";
    }

    private static String step(int step, double loss, double seconds) {
        return "{\"type\":\"step\",\"step\":" + step + ",\"samples\":" + 10 * step + ",\"loss\":" + loss
                + ",\"accuracy\":0.5,\"seconds\":" + seconds + "}";
    }

    @Test
    void theFirstEvaluationThatIsGoodEnoughCounts() throws IOException {
        Target.Arrival arrival = arrival(
                "accuracy=0.9",
                step(1, 0.01, 0.1),
                evaluation(10, 0.5, 0.8, 1.5),
                evaluation(20, 0.3, 0.92, 3.5),
                evaluation(30, 0.2, 0.95, 5.5));

        assertThat(arrival.reached()).isTrue();
        assertThat(arrival.seconds()).isEqualTo(3.5);
        assertThat(arrival.samples()).isEqualTo(200);
        assertThat(arrival.heldOut()).isTrue();
    }

    @Test
    void aLossThatIsNeverLowEnoughIsNotReachedAndItsBestIsTold() throws IOException {
        Target.Arrival arrival =
                arrival("loss=0.1", step(1, 0.05, 0.1), evaluation(10, 0.5, 0.8, 1.5), evaluation(20, 0.3, 0.9, 3.5));

        assertThat(arrival.reached()).isFalse();
        assertThat(arrival.best()).isEqualTo(0.3);
        assertThat(arrival.seconds()).isNaN();
    }

    @Test
    void stepsJudgeWhereNoRowIsHeldOut() throws IOException {
        Target.Arrival arrival = arrival("loss=0.4", step(1, 0.7, 0.1), step(2, 0.39, 0.2));

        assertThat(arrival.reached()).isTrue();
        assertThat(arrival.heldOut()).isFalse();
        assertThat(arrival.samples()).isEqualTo(20);
    }

    @Test
    void aLineThatWasCutOffIsPassedOver() throws IOException {
        Target.Arrival arrival = arrival("loss=0.4", step(1, 0.3, 0.1), "{\"type\":\"step\",\"st");

        assertThat(arrival.reached()).isTrue();
    }

    @Test
    void whatIsNoTargetIsRefused() {
        assertThatThrownBy(() -> Target.parse("accuracy"))
                .hasMessageStartingWith("target cannot be read: accuracy; write it like");
        assertThatThrownBy(() -> Target.parse("speed=3")).hasMessageStartingWith("target cannot be read: speed=3.0");
        assertThatThrownBy(() -> Target.parse("loss=low")).hasMessageStartingWith("target cannot be read: loss=low");
    }
}
