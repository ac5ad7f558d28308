package dev.gradus.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PointsTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 30).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void thinPointsKeepBothEndsAndTheExtremesInTheirOrder(SplittableRandom random) {
        Points points = random(random, random.nextInt(1, 5000));
        int most = random.nextInt(4, 700);

        Points thin = points.thin(most);

        assertThat(thin.size()).isLessThanOrEqualTo(Math.max(most, points.size() <= most ? points.size() : most));
        assertThat(thin.x(0)).isEqualTo(points.x(0));
        assertThat(thin.x(thin.size() - 1)).isEqualTo(points.x(points.size() - 1));
        assertThat(Arrays.stream(thin.ys()).max())
                .isEqualTo(Arrays.stream(points.ys()).max());
        assertThat(Arrays.stream(thin.ys()).min())
                .isEqualTo(Arrays.stream(points.ys()).min());
        assertThat(thin.xs()).isSorted();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aSmoothedPointIsTheMeanOfItsNeighbours(SplittableRandom random) {
        Points points = random(random, random.nextInt(1, 200));
        int reach = random.nextInt(0, 20);

        Points smooth = points.smooth(reach);

        for (int i = 0; i < points.size(); i++) {
            int side = Math.min(reach, Math.min(i, points.size() - 1 - i));
            double mean =
                    Arrays.stream(points.ys(), i - side, i + side + 1).average().orElseThrow();
            assertThat(smooth.y(i)).isCloseTo(mean, within(1e-9));
            assertThat(smooth.x(i)).isEqualTo(points.x(i));
        }
    }

    @Test
    void whatIsNoNumberIsLeftOut() {
        Points points =
                Points.of(List.of(1.0, 2.0, Double.NaN, 4.0), List.of(5.0, Double.NaN, 7.0, Double.POSITIVE_INFINITY));

        assertThat(points.xs()).containsExactly(1);
        assertThat(points.ys()).containsExactly(5);
    }

    @Test
    void asManyOfBothAreWanted() {
        assertThatThrownBy(() -> Points.of(List.of(1.0), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not as many of both: x=1, y=0");
    }

    private static Points random(SplittableRandom random, int size) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            x.add((double) i);
            y.add(random.nextDouble(-5, 5));
        }
        return Points.of(x, y);
    }
}
