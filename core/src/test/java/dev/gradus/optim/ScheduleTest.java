package dev.gradus.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.job.Job;
import dev.gradus.job.KeyList;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static final double EXACT = 1e-12;

    @Test
    void theDefaultIsTheWrittenRateThroughout() {
        Schedule schedule = schedule(100, 10, 50);

        assertThat(schedule.rate(0)).isEqualTo(0.1);
        assertThat(schedule.rate(49)).isEqualTo(0.1);
        assertThat(schedule.describe()).isEqualTo("rate 0.1, constant");
    }

    @Test
    void linearScalingClimbsFromTheWrittenRateToThePeak() {
        Schedule schedule = schedule(8192, 123, 1000, "schedule.scaling", "linear", "schedule.warmUpEpochs", 1);

        assertThat(schedule.peakRate()).isEqualTo(3.2, within(EXACT));
        assertThat(schedule.warmUpSteps()).isEqualTo(123);
        assertThat(schedule.rate(0)).isEqualTo(0.1, within(EXACT));
        assertThat(schedule.rate(1)).isEqualTo(0.1 + 3.1 / 123, within(EXACT));
        assertThat(schedule.rate(122)).isEqualTo(3.2 - 3.1 / 123, within(EXACT));
        assertThat(schedule.rate(123)).isEqualTo(3.2, within(EXACT));
        assertThat(schedule.describe())
                .isEqualTo("rate 0.1 x 8192/256 = 3.2 (linear scaling), warm-up over 123 steps (1 epoch) from 0.1,"
                        + " then constant");
    }

    @Test
    void warmUpWithoutScalingStartsNearZero() {
        Schedule schedule = schedule(64, 10, 100, "schedule.warmUpEpochs", 0.5);

        assertThat(schedule.rate(0)).isEqualTo(0.02, within(EXACT));
        assertThat(schedule.rate(3)).isEqualTo(0.08, within(EXACT));
        assertThat(schedule.rate(4)).isEqualTo(0.1, within(EXACT));
        assertThat(schedule.rate(5)).isEqualTo(0.1);
        assertThat(schedule.describe())
                .isEqualTo("rate 0.1, warm-up over 5 steps (0.5 epochs) from 0.02, then constant");
    }

    @Test
    void aBatchBelowTheBaseScalesDownAndStillWarmsUpFromBelow() {
        Schedule schedule = schedule(64, 10, 100, "schedule.scaling", "linear", "schedule.warmUpEpochs", 1);

        assertThat(schedule.peakRate()).isEqualTo(0.025, within(EXACT));
        assertThat(schedule.rate(0)).isEqualTo(0.0025, within(EXACT));
        assertThat(schedule.rate(9)).isEqualTo(0.025, within(EXACT));
    }

    @Test
    void stepCutsCountFromTheStartOfTheRun() {
        Schedule schedule = schedule(
                64,
                10,
                100,
                "schedule.kind",
                "step",
                "schedule.everyEpochs",
                2.5,
                "schedule.factor",
                0.5,
                "schedule.warmUpEpochs",
                1);

        assertThat(schedule.rate(24)).isEqualTo(0.1, within(EXACT));
        assertThat(schedule.rate(25)).isEqualTo(0.05, within(EXACT));
        assertThat(schedule.rate(49)).isEqualTo(0.05, within(EXACT));
        assertThat(schedule.rate(50)).isEqualTo(0.025, within(EXACT));
        assertThat(schedule.describe()).endsWith(", then x 0.5 every 25 steps (2.5 epochs)");
    }

    @Test
    void linearDecayUsesTheStepsThatTheWarmUpLeaves() {
        Schedule schedule =
                schedule(64, 10, 110, "schedule.kind", "linear", "schedule.end", 0.2, "schedule.warmUpEpochs", 1);

        assertThat(schedule.rate(9)).isEqualTo(0.1, within(EXACT));
        assertThat(schedule.rate(10)).isEqualTo(0.1, within(EXACT));
        assertThat(schedule.rate(60)).isEqualTo(0.06, within(EXACT));
        assertThat(schedule.rate(109)).isEqualTo(0.1 * (1 - 0.8 * 0.99), within(EXACT));
        assertThat(schedule.rate(110)).isEqualTo(0.02, within(EXACT));
        assertThat(schedule.rate(1000)).isEqualTo(0.02, within(EXACT));
        assertThat(schedule.describe()).endsWith(", then linear to 0.02 over 100 steps");
    }

    @Test
    void cosineDecayIsHalfwayInTheMiddle() {
        Schedule schedule = schedule(64, 10, 100, "schedule.kind", "cosine");

        assertThat(schedule.rate(0)).isEqualTo(0.1, within(EXACT));
        assertThat(schedule.rate(25)).isEqualTo(0.05 * (1 + Math.sqrt(0.5)), within(EXACT));
        assertThat(schedule.rate(50)).isEqualTo(0.05, within(EXACT));
        assertThat(schedule.rate(99)).isPositive().isLessThan(1e-4);
        assertThat(schedule.rate(100)).isZero();
        assertThat(schedule.describe()).isEqualTo("rate 0.1, cosine to 0 over 100 steps");
    }

    @Test
    void aWarmUpLongerThanTheRunSaysSo() {
        Schedule schedule = schedule(512, 10, 20, "schedule.scaling", "linear", "schedule.warmUpEpochs", 4);

        assertThat(schedule.rate(19)).isEqualTo(0.1 + 0.1 * 19 / 40, within(EXACT));
        assertThat(schedule.describe())
                .isEqualTo("rate 0.1 x 512/256 = 0.2 (linear scaling), warm-up over 40 steps (4 epochs) from 0.1,"
                        + " which the run of 20 steps ends before: last rate 0.1475");
    }

    @Test
    void aRunWithoutStepsHasARate() {
        assertThat(schedule(1, 1, 0, "schedule.kind", "cosine").rate(0)).isEqualTo(0.1);
        assertThat(schedule(1, 1, 1, "schedule.kind", "linear").rate(0)).isEqualTo(0.1);
    }

    @Test
    void runsThatCannotBeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schedule(0, 10, 100))
                .withMessage("no schedule for such a run: batchSize=0, stepsPerEpoch=10, totalSteps=100");
    }

    private static Schedule schedule(int batchSize, int stepsPerEpoch, long totalSteps, Object... namesAndValues) {
        Map<String, Object> scalars = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            scalars.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return Schedule.of(Job.of(new KeyList(OptimKeys.all()), scalars), batchSize, stepsPerEpoch, totalSteps);
    }
}
