package dev.gradus.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.KeyList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UpdateRuleTest {

    private static final List<String> KINDS = List.of("sgd", "momentum", "nesterov", "adagrad", "adam");

    static Stream<Arguments> cases() {
        return KINDS.stream().flatMap(kind -> LongStream.range(0, 12).mapToObj(seed -> Arguments.of(kind, seed)));
    }

    static Stream<String> kinds() {
        return KINDS.stream();
    }

    /** The rules once more, as their papers write them: doubles, and nothing folded together. */
    private static final class Oracle {

        private final OptimizerSettings settings;
        private final double[] w;
        private final double[] m;
        private final double[] v;

        Oracle(OptimizerSettings settings, float[] start) {
            this.settings = settings;
            this.w = IntStream.range(0, start.length).mapToDouble(i -> start[i]).toArray();
            this.m = new double[w.length];
            this.v = new double[w.length];
        }

        void update(float[] gradient, double rate, long step) {
            for (int i = 0; i < w.length; i++) {
                w[i] -= rate * direction(i, gradient[i], step);
            }
        }

        private double direction(int i, double g, long step) {
            double mu = settings.momentum();
            return switch (settings.kind()) {
                case "sgd" -> g;
                case "momentum" -> {
                    m[i] = mu * m[i] + g;
                    yield m[i];
                }
                case "nesterov" -> {
                    m[i] = mu * m[i] + g;
                    yield g + mu * m[i];
                }
                case "adagrad" -> {
                    v[i] += g * g;
                    yield g / (Math.sqrt(v[i]) + settings.epsilon());
                }
                default -> adam(i, g, step);
            };
        }

        private double adam(int i, double g, long step) {
            m[i] = settings.beta1() * m[i] + (1 - settings.beta1()) * g;
            v[i] = settings.beta2() * v[i] + (1 - settings.beta2()) * g * g;
            double mean = m[i] / (1 - Math.pow(settings.beta1(), step + 1.0));
            double square = v[i] / (1 - Math.pow(settings.beta2(), step + 1.0));
            return mean / (Math.sqrt(square) + settings.epsilon());
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyRuleFollowsItsFormula(String kind, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int length = List.of(0, 1, 7, 8, 9, 15, 16, 17, 31, 33, 100, 1001).get((int) seed);
        OptimizerSettings settings = randomSettings(kind, random);
        float[] parameters = randomFloats(length, random);
        UpdateRule rule = settings.create(length);
        Oracle oracle = new Oracle(settings, parameters);

        for (long step = 0; step < 300; step++) {
            float[] gradient = randomFloats(length, random);
            double rate = random.nextDouble(0.001, 0.1);
            rule.update(parameters, gradient, 0, length, rate, step);
            oracle.update(gradient, rate, step);
        }

        for (int i = 0; i < length; i++) {
            assertThat((double) parameters[i]).isEqualTo(oracle.w[i], within(2e-5 * (1 + Math.abs(oracle.w[i]))));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rangesInAnyOrderGiveTheBitsOfOneRange(String kind, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int length = 257;
        OptimizerSettings settings = randomSettings(kind, random);
        float[] whole = randomFloats(length, random);
        float[] cut = whole.clone();
        UpdateRule wholeRule = settings.create(length);
        UpdateRule cutRule = settings.create(length);

        for (long step = 0; step < 50; step++) {
            float[] gradient = randomFloats(length, random);
            int middle = random.nextInt(length + 1);
            wholeRule.update(whole, gradient, 0, length, 0.01, step);
            cutRule.update(cut, gradient, middle, length, 0.01, step);
            cutRule.update(cut, gradient, 0, middle, 0.01, step);
        }

        assertThat(cut).isEqualTo(whole);
        assertThat(cutRule.state()).usingElementComparator(Arrays::compare).isEqualTo(wholeRule.state());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void valuesOutsideTheRangeStayUntouched(String kind) {
        UpdateRule rule = settings(kind).create(4);
        float[] parameters = {1, 1, 1, 1};

        rule.update(parameters, new float[] {1, 1, 1, 1, 99}, 1, 3, 0.1, 0);

        assertThat(parameters[0]).isEqualTo(1f);
        assertThat(parameters[1]).isLessThan(1f);
        assertThat(parameters[2]).isLessThan(1f);
        assertThat(parameters[3]).isEqualTo(1f);
        assertThat(rule.state()).allSatisfy(state -> {
            assertThat(state).hasSize(4);
            assertThat(state[0]).isZero();
            assertThat(state[3]).isZero();
        });
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyRuleFindsTheMinimumOfAQuadratic(String kind) {
        float[] curvature = {1, 3, 10};
        float[] minimum = {2, -1, 0.5f};
        float[] parameters = new float[3];
        UpdateRule rule = settings(kind).create(3);
        double rate = kind.equals("adagrad") ? 0.5 : 0.02;

        for (long step = 0; step < 3000; step++) {
            float[] gradient = new float[3];
            for (int i = 0; i < 3; i++) {
                gradient[i] = curvature[i] * (parameters[i] - minimum[i]);
            }
            rule.update(parameters, gradient, 0, 3, rate, step);
        }

        assertThat(parameters).containsExactly(minimum, Assertions.withPrecision(1e-3f));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aRuleWithRestoredStateGoesOnBitByBit(String kind) {
        SplittableRandom random = new SplittableRandom(5);
        float[] parameters = randomFloats(20, random);
        UpdateRule rule = settings(kind).create(20);
        rule.update(parameters, randomFloats(20, random), 0, 20, 0.1, 0);

        UpdateRule restored = settings(kind).create(20);
        for (int i = 0; i < rule.state().size(); i++) {
            System.arraycopy(rule.state().get(i), 0, restored.state().get(i), 0, 20);
        }
        float[] resumed = parameters.clone();
        float[] gradient = randomFloats(20, random);
        rule.update(parameters, gradient, 0, 20, 0.1, 1);
        restored.update(resumed, gradient, 0, 20, 0.1, 1);

        assertThat(resumed).isEqualTo(parameters);
    }

    @Test
    void settingsComeFromTheJobAndDescribeWhatTakesEffect() {
        KeyList keys = new KeyList(OptimKeys.all());

        assertThat(OptimizerSettings.of(Job.of(keys, Map.of())).describe()).isEqualTo("sgd");
        assertThat(OptimizerSettings.of(Job.of(keys, Map.of("optimizer", "adam", "optimizer.clip", 5L)))
                        .describe())
                .isEqualTo("adam (beta1 0.9, beta2 0.999, epsilon 1E-8), gradient clipped to norm 5");
        assertThat(OptimizerSettings.of(Job.of(keys, Map.of("optimizer", "nesterov", "optimizer.momentum", 0.5)))
                        .describe())
                .isEqualTo("nesterov (momentum 0.5)");
        assertThat(OptimizerSettings.of(Job.of(keys, Map.of("optimizer", "adagrad")))
                        .describe())
                .isEqualTo("adagrad (epsilon 1E-8)");
    }

    @Test
    void badValuesAreRefused() {
        KeyList keys = new KeyList(OptimKeys.all());

        Assertions.assertThatThrownBy(() -> Job.of(keys, Map.of("optimizer.rate", 0L)))
                .isInstanceOf(JobException.class)
                .hasMessageStartingWith("bad value: optimizer.rate=0, out of range");
        Assertions.assertThatThrownBy(() -> Job.of(keys, Map.of("optimizer.kind", "adma")))
                .isInstanceOf(JobException.class)
                .hasMessageContaining("did you mean 'adam'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OptimizerSettings("sgd", 1, 0.9, 0.999, 1e-8, 0))
                .withMessage("bad optimizer setting: momentum=1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OptimizerSettings("lion", 0.9, 0.9, 0.999, 1e-8, 0))
                .withMessage("unknown optimizer: kind=lion");
    }

    private static OptimizerSettings settings(String kind) {
        return new OptimizerSettings(kind, 0.9, 0.9, 0.999, 1e-8, 0);
    }

    private static OptimizerSettings randomSettings(String kind, SplittableRandom random) {
        return new OptimizerSettings(
                kind, random.nextDouble(0.99), random.nextDouble(0.95), random.nextDouble(0.9, 0.999), 1e-6, 0);
    }

    private static float[] randomFloats(int length, SplittableRandom random) {
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = (float) random.nextDouble(-1, 1);
        }
        return values;
    }
}
