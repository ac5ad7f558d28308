package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.model.Evaluation;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfusionTest {

    @Test
    void aRowIsAClassAndAColumnAGuess() {
        Evaluation evaluation = Evaluation.countingGuesses(3);
        evaluation.guess(0, 0);
        evaluation.guess(0, 0);
        evaluation.guess(0, 2);
        evaluation.guess(2, 1);

        assertThat(Confusion.lists(evaluation.guesses()))
                .containsExactly(List.of(2L, 0L, 1L), List.of(0L, 0L, 0L), List.of(0L, 1L, 0L));
        assertThat(Confusion.text(evaluation.guesses()).lines().map(String::strip))
                .containsExactly(
                        "",
                        "class \\ taken for  0  1  2  right",
                        "0  2  0  1  0.667",
                        "1  0  0  0      -",
                        "2  0  1  0  0.000");
    }

    @Test
    void whatNobodyCountsOrReadsIsNotShown() {
        new Evaluation().guess(1, 0);

        assertThat(Confusion.text(new Evaluation().guesses())).isEmpty();
        assertThat(Confusion.text(new long[21][21])).isEmpty();
    }
}
