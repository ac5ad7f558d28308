package dev.gradus.model.word2vec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.math.CounterRandom;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AliasTableTest {

    @Test
    void numbersComeUpAsOftenAsTheyWeigh() {
        for (long seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double[] weights = new double[1 + random.nextInt(50)];
            double total = 0;
            for (int i = 0; i < weights.length; i++) {
                weights[i] = random.nextInt(4) == 0 ? 0 : Math.pow(random.nextDouble(), 4);
                total += weights[i];
            }
            weights[0] += 0.1;
            total += 0.1;

            int draws = 200_000;
            int[] counts = new int[weights.length];
            AliasTable table = new AliasTable(weights);
            for (int i = 0; i < draws; i++) {
                counts[table.draw((int) CounterRandom.bits(seed, i))]++;
            }

            for (int i = 0; i < weights.length; i++) {
                double expected = weights[i] / total * draws;
                assertThat((double) counts[i]).isCloseTo(expected, within(6 * Math.sqrt(expected) + 0.5));
            }
        }
    }

    @Test
    void whatWeighsNothingNeverComesUp() {
        AliasTable table = new AliasTable(new double[] {1, 0, 2, 0});

        for (int i = 0; i < 10_000; i++) {
            assertThat(table.draw((int) CounterRandom.bits(1, i))).isIn(0, 2);
        }
    }
}
