package dev.gradus.model.word2vec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.text.Vocabulary;
import dev.gradus.math.CounterRandom;
import org.junit.jupiter.api.Test;

class SubsamplingTest {

    private static final Vocabulary VOCABULARY = Texts.vocabulary(900_000, 90_000, 9_990, 10);

    @Test
    void wordsAreKeptAsOftenAsTheFormulaSays() {
        double sample = 1e-2;
        int[] thresholds = Subsampling.thresholds(VOCABULARY, sample);

        for (int id = 0; id < VOCABULARY.size(); id++) {
            double share = VOCABULARY.count(id) / (double) VOCABULARY.total();
            double expected = Math.min(1, (Math.sqrt(share / sample) + 1) * sample / share);
            assertThat(kept(thresholds[id])).isCloseTo(expected, within(0.01));
        }
    }

    @Test
    void rareWordsAndAllWordsWithoutASampleAreAlwaysKept() {
        assertThat(kept(Subsampling.thresholds(VOCABULARY, 1e-2)[3])).isEqualTo(1);
        for (int threshold : Subsampling.thresholds(VOCABULARY, 0)) {
            assertThat(kept(threshold)).isEqualTo(1);
            assertThat(Subsampling.keeps(threshold, -1L)).isEqualTo(1);
        }
    }

    private static double kept(int threshold) {
        int kept = 0;
        for (int i = 0; i < 100_000; i++) {
            kept += Subsampling.keeps(threshold, CounterRandom.bits(3, i));
        }
        return kept / 100_000.0;
    }
}
