package dev.gradus.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CostTest {

    private static final double[] BYTES = {64, 4096, 65_536, 1 << 20, 25 << 20};

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aFitFindsTheLatencyAndBandwidthThatMeasurementsWereMadeOf(SplittableRandom random) {
        double latency = Math.pow(10, random.nextDouble(-6, -3));
        double perByte = Math.pow(10, random.nextDouble(-10, -8));

        Cost cost = Cost.fit(BYTES, seconds(latency, perByte, () -> 1));

        assertThat(cost.fixed() / latency).isCloseTo(1, within(1e-6));
        assertThat(cost.each() / perByte).isCloseTo(1, within(1e-6));
        assertThat(cost.error()).isCloseTo(0, within(1e-9));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noiseOfTenPercentMovesAFitByLittle(SplittableRandom random) {
        Cost cost = Cost.fit(BYTES, seconds(20e-6, 1e-9, () -> random.nextDouble(0.9, 1.1)));

        assertThat(cost.fixed() / 20e-6).isBetween(0.85, 1.15);
        assertThat(cost.each() / 1e-9).isBetween(0.85, 1.15);
        assertThat(cost.error()).isBetween(0.0, 0.1);
    }

    private static double[] seconds(double fixed, double each, DoubleSupplier noise) {
        return Arrays.stream(BYTES)
                .map(x -> (fixed + each * x) * noise.getAsDouble())
                .toArray();
    }

    @Test
    void aLineIsNeverNegative() {
        Cost falling = Cost.fit(new double[] {1, 2, 3}, new double[] {3, 2, 1});
        Cost steep = Cost.fit(new double[] {1, 2, 3}, new double[] {0.5, 2, 3.6});

        assertThat(falling.each()).isZero();
        assertThat(falling.fixed()).isPositive();
        assertThat(steep.fixed()).isZero();
        assertThat(steep.each()).isBetween(0.5, 1.3);
    }

    @Test
    void onePointIsALineThroughTheOrigin() {
        Cost cost = Cost.fit(new double[] {4}, new double[] {2});

        assertThat(cost.seconds(8)).isCloseTo(4, within(1e-12));
    }

    @Test
    void whatIsNoMeasurementIsRefused() {
        assertThatThrownBy(() -> Cost.fit(new double[0], new double[0]))
                .hasMessage("points do not make a line: amounts=0, seconds=0");
        assertThatThrownBy(() -> Cost.fit(new double[] {1}, new double[] {0}))
                .hasMessage("point is no measurement: amount=1.0, seconds=0.0");
        assertThatThrownBy(() -> Cost.fit(new double[] {1}, new double[] {Double.NaN}))
                .hasMessageContaining("seconds=NaN");
        assertThatThrownBy(() -> new Cost(-1, 0)).hasMessageContaining("fixed=-1.0");
    }
}
