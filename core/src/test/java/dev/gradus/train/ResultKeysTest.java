package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultKeysTest {

    private final String before = ResultKeys.text(Runs.job("epochs", 3, "steps", 50));

    @ParameterizedTest
    @CsvSource({
        "name, other",
        "ranks, 4",
        "launch.kind, processes",
        "exchange.link, tcp",
        "exchange.timeout, 5s",
        "metrics.every, 7",
        "evaluate.every, 0",
        "checkpoint.every, 3"
    })
    void howARunIsDoneMayChange(String key, String value) {
        assertThatCode(() -> ResultKeys.check(before, changed(key, value))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "seed, 2",
        "batchSize, 64",
        "virtualShards, 8",
        "kernels, simd",
        "model.l2, 0.5",
        "data.rows, 999",
        "optimizer.kind, adam",
        "optimizer.rate, 0.25",
        "schedule.kind, cosine",
        "evaluate.target, loss=0.1"
    })
    void whatDecidesTheResultMayNot(String key, String value) {
        assertThatThrownBy(() -> ResultKeys.check(before, changed(key, value)))
                .isInstanceOf(JobException.class)
                .hasMessageStartingWith(key + "=" + value + " would change the result: so far " + key + "=");
    }

    @ParameterizedTest
    @CsvSource({"epochs, 4", "steps, 51", "steps, 0"})
    void aRunMayBecomeLonger(String key, long value) {
        assertThatCode(() -> ResultKeys.check(before, changed(key, value))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"epochs, 2", "steps, 49"})
    void aRunMayNotBecomeShorter(String key, long value) {
        assertThatThrownBy(() -> ResultKeys.check(before, changed(key, value)))
                .isInstanceOf(JobException.class)
                .hasMessageContaining("would make the run shorter");
    }

    @ParameterizedTest
    @CsvSource({"linear", "cosine"})
    void aScheduleThatEndsWithTheRunKeepsItsLength(String schedule) {
        String cosine = ResultKeys.text(Runs.job("epochs", 3, "schedule.kind", schedule));

        assertThatThrownBy(() -> ResultKeys.check(cosine, Runs.job("epochs", 4, "schedule.kind", schedule)))
                .isInstanceOf(JobException.class)
                .hasMessageStartingWith("epochs=4 would change the rates of steps that are done")
                .hasMessageContaining("so far epochs=3");
    }

    @Test
    void whenToEvaluateDecidesOnceAnEvaluationMayEndTheRun() {
        Job before = Runs.job("evaluate.target", "loss=0.1", "evaluate.steps", 10);
        Job after = Runs.job("evaluate.target", "loss=0.1", "evaluate.steps", 20);

        assertThatThrownBy(() -> ResultKeys.check(ResultKeys.text(before), after))
                .hasMessageStartingWith("evaluate.steps=20 would change the result: so far evaluate.steps=10");
        assertThatCode(() -> ResultKeys.check(
                        ResultKeys.text(Runs.job("evaluate.steps", 10)), Runs.job("evaluate.steps", 20)))
                .doesNotThrowAnyException();
    }

    @Test
    void aKeyThatIsNewerThanTheCheckpointHasItsDefaultThere() {
        String old = before.replaceAll("\"optimizer.clip\":[^,}]*,?", "");

        assertThat(old).isNotEqualTo(before);
        assertThatCode(() -> ResultKeys.check(old, Runs.job("epochs", 3, "steps", 50)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> ResultKeys.check(old, changed("optimizer.clip", 0.5)))
                .hasMessageStartingWith("optimizer.clip=0.5 would change the result");
    }

    private static Job changed(String key, Object value) {
        Object scalar = value;
        if (value instanceof String text && text.matches("\\d+")) {
            scalar = Long.valueOf(text);
        } else if (value instanceof String text && text.matches("\\d+\\.\\d+")) {
            scalar = Double.valueOf(text);
        }
        return Runs.job("epochs", 3, "steps", 50, key, scalar);
    }
}
