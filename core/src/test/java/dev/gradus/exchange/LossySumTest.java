package dev.gradus.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.metrics.Traffic;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class LossySumTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int STEPS = 3;
    private static final int PERIOD = 1000;

    /** A group, a way to link it, the length of what it sums, and in which form. */
    record Case(int ranks, boolean tcp, int length, boolean largest) {

        RankGroup group() throws Exception {
            return tcp ? RankGroup.overTcp(ranks, TIMEOUT) : RankGroup.inMemory(ranks, TIMEOUT);
        }

        LossySum sum(Exchange exchange) {
            return largest ? new LargestSum(exchange, length, 0.1) : new RoundedSum(exchange, length);
        }
    }

    /** What a rank has after each step, and what it kept back. */
    private static final class Outcome {

        private final float[][] sums;
        private final float[] residual;

        Outcome(float[][] sums, float[] residual) {
            this.sums = sums;
            this.residual = residual;
        }
    }

    static Stream<Case> cases() {
        return IntStream.of(1, 2, 3, 5, 8)
                .boxed()
                .flatMap(ranks -> Stream.of(0, 1, ranks - 1, 1000, 30_011)
                        .distinct()
                        .flatMap(length -> Stream.of(true, false)
                                .map(largest -> new Case(ranks, ranks % 3 == 2, length, largest))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void ranksAgreeBitByBitAndWhatIsMissingInTheirSumsIsInTheirResiduals(Case some) throws Exception {
        try (RankGroup group = some.group()) {
            List<Outcome> outcomes = group.run(mesh -> {
                LossySum sum = some.sum(some.ranks == 1 ? Exchange.none() : new MeshExchange(mesh));
                float[][] sums = new float[STEPS][];
                for (int step = 0; step < STEPS; step++) {
                    sums[step] = values(mesh.rank(), step, some.length);
                    int cut = some.length / 3; // two buckets, the last one first
                    sum.sum(sums[step], cut, some.length);
                    sum.sum(sums[step], 0, cut);
                }
                return new Outcome(sums, sum.residual());
            });

            for (int step = 0; step < STEPS; step++) {
                for (Outcome outcome : outcomes) {
                    assertThat(Arrays.equals(outcome.sums[step], outcomes.get(0).sums[step]))
                            .isTrue();
                }
            }
            double[] given = given(some.ranks);
            for (int i = 0; i < some.length; i++) {
                double found = 0;
                for (int step = 0; step < STEPS; step++) {
                    found += outcomes.get(0).sums[step][i];
                }
                for (Outcome outcome : outcomes) {
                    found += outcome.residual[i];
                }
                if (Math.abs(found - given[i % PERIOD]) > 1e-4) { // a plain test first: there are many places
                    assertThat(found).as("place %d", i).isCloseTo(given[i % PERIOD], within(1e-4));
                }
            }
        }
    }

    /** What all ranks give in all steps. */
    private static double[] given(int ranks) {
        double[] sums = new double[PERIOD];
        for (int step = 0; step < STEPS; step++) {
            for (int rank = 0; rank < ranks; rank++) {
                float[] values = values(rank, step, PERIOD);
                for (int i = 0; i < PERIOD; i++) {
                    sums[i] += values[i];
                }
            }
        }
        return sums;
    }

    /** A rank's numbers, which repeat. */
    private static float[] values(int rank, int step, int length) {
        SplittableRandom random = new SplittableRandom(rank * 100L + step);
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = i < PERIOD ? (float) random.nextDouble(-1, 1) : values[i - PERIOD];
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void roundedSumsAreWithinTwoRoundingsOfTheTruth(int ranks) throws Exception {
        int length = 5000;
        try (RankGroup group = RankGroup.inMemory(ranks, TIMEOUT)) {
            float[] sum = group.run(mesh -> {
                        float[] values = values(mesh.rank(), 0, length);
                        new RoundedSum(new MeshExchange(mesh), length).sum(values, 0, length);
                        return values;
                    })
                    .get(0);

            for (int i = 0; i < PERIOD; i++) {
                double exact = 0;
                double magnitudes = 0;
                for (int rank = 0; rank < ranks; rank++) {
                    float value = values(rank, 0, PERIOD)[i];
                    exact += value;
                    magnitudes += Math.abs(value);
                }
                // Half a unit in the last of 8 bits is at most 2^-8 of each term, and then of the sum.
                assertThat((double) sum[i]).isCloseTo(exact, within(0x1p-8 * 2.01 * magnitudes + 1e-6));
                assertThat(Float.floatToRawIntBits(sum[i]) & 0xFFFF).isZero();
            }
        }
    }

    @Test
    void theLargestOfEveryRankAreSummedExactlyAndTheOthersWait() throws Exception {
        try (RankGroup group = RankGroup.inMemory(2, TIMEOUT)) {
            List<Outcome> outcomes = group.run(mesh -> {
                LossySum sum = new LargestSum(new MeshExchange(mesh), 6, 0.3);
                float[] first = mesh.rank() == 0 ? new float[] {1, -5, 2, 4, 0, 0} : new float[] {3, 3, 0, -9, 0, 1};
                float[] second = new float[6];
                sum.sum(first, 0, 6);
                sum.sum(second, 0, 6);
                return new Outcome(new float[][] {first, second}, sum.residual());
            });

            assertThat(outcomes.get(1).sums[0]).containsExactly(3, -5, 0, -5, 0, 0);
            assertThat(outcomes.get(1).sums[1]).containsExactly(1, 3, 2, 0, 0, 1);
            assertThat(outcomes.get(0).residual).containsOnly(0);
        }
    }

    @Test
    void noNumberIsNotHidden() throws Exception {
        for (boolean largest : new boolean[] {true, false}) {
            Case some = new Case(2, false, 100, largest);
            try (RankGroup group = some.group()) {
                List<float[]> sums = group.run(mesh -> {
                    float[] values = values(mesh.rank(), 0, 100);
                    values[42] = mesh.rank() == 1 ? Float.NaN : values[42];
                    some.sum(new MeshExchange(mesh)).sum(values, 0, 100);
                    return values;
                });

                assertThat(sums).allMatch(sum -> Float.isNaN(sum[42]));
            }
        }
    }

    @Test
    void numbersOfSixteenBitsTakeHalfTheBytes() throws Exception {
        for (int ranks = 2; ranks <= 4; ranks++) {
            int length = 48_000;
            Traffic traffic = traffic(new Case(ranks, false, length, false));

            assertThat(traffic.messages()).isEqualTo(2L * (ranks - 1));
            assertThat(traffic.bytesSent()).isEqualTo(4L * length * (ranks - 1) / ranks + 8 * traffic.messages());
        }
    }

    @Test
    void theLargestTakeTheirShareOfTheBytesAndAByteOrTwoForTheirPlaces() throws Exception {
        int length = 500_000;
        Case some = new Case(2, false, length, true);

        Traffic traffic = traffic(some);

        double sent = 0.1 * length;
        // Half of the own ones to the owner, half of all sums back; both ranks choose places of their own.
        double values = 4 * (sent / 2 + sent * 1.0);
        assertThat((double) traffic.bytesSent()).isBetween(values * 0.6, values * 1.4);
        assertThat(traffic.bytesSent()).isLessThan(4L * length / 5);
    }

    private static Traffic traffic(Case some) throws Exception {
        try (RankGroup group = some.group()) {
            return group.run(mesh -> {
                        Exchange exchange = new MeshExchange(mesh);
                        SplittableRandom random = new SplittableRandom(mesh.rank());
                        float[] values = new float[some.length];
                        for (int i = 0; i < values.length; i++) {
                            values[i] = (float) random.nextDouble(-1, 1);
                        }
                        some.sum(exchange).sum(values, 0, some.length);
                        return exchange.traffic();
                    })
                    .get(0);
        }
    }

    @Test
    void aShareThatSendsNothingIsRefused() {
        for (double share : new double[] {0, -1, 1.1, Double.NaN}) {
            assertThatThrownBy(() -> new LargestSum(Exchange.none(), 1, share))
                    .hasMessage("share to send is not above 0 and at most 1: share=" + share);
        }
    }
}
