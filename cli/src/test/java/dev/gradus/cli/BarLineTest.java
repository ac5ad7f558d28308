package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.metrics.StepReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much of a run's progress a line of some width shows. */
class BarLineTest {

    private static final StepReading HALF = new StepReading(500, 3, 500_000, 0.12345, 0.98765, 0.1, 4);

    private final BarLine line = new BarLine("job x2", "rows", 1_000_000, false);

    @ParameterizedTest
    @ValueSource(ints = {12, 20, 30, 49, 79, 119, 200})
    void aLineIsAsWideAsAskedFor(int columns) {
        assertThat(line.text(HALF, columns)).hasSize(columns).startsWith("job x2  50 %");
    }

    @Test
    void aWideLineShowsEverything() {
        assertThat(line.text(HALF, 79))
                .isEqualTo("job x2  50 % [=======       ] loss 0.1235, accuracy 0.9877, 125k rows/s, eta 4s");
    }

    @Test
    void aNarrowLineLeavesOutWhatMattersLess() {
        assertThat(line.text(HALF, 60)).isEqualTo("job x2  50 % [======      ] loss 0.1235, 125k rows/s, eta 4s");
        assertThat(line.text(HALF, 49)).isEqualTo("job x2  50 % [=======       ] loss 0.1235, eta 4s");
        assertThat(line.text(HALF, 34)).isEqualTo("job x2  50 % [===    ] loss 0.1235");
    }

    @Test
    void colorsTakeNoWidth() {
        String text = new BarLine("job x2", "rows", 1_000_000, true).text(HALF, 79);

        assertThat(text).contains("\u001B[33m", "█");
        assertThat(text.replaceAll("\u001B\\[\\d+m", "")).hasSize(79);
    }

    @Test
    void aRunThatHasNotBegunHasNoEstimate() {
        StepReading none = new StepReading(0, 0, 0, Double.NaN, Double.NaN, 0, 0);

        assertThat(line.text(none, 79)).contains("  0 %", "eta ?");
    }

    @Test
    void durationsAreShort() {
        assertThat(BarLine.duration(41.6)).isEqualTo("42s");
        assertThat(BarLine.duration(187)).isEqualTo("3:07");
        assertThat(BarLine.duration(18042)).isEqualTo("5:00:42");
    }
}
