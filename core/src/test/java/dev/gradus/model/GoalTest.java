package dev.gradus.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GoalTest {

    private static Evaluation evaluation(int right, int wrong) {
        Evaluation evaluation = new Evaluation();
        for (int i = 0; i < right + wrong; i++) {
            evaluation.logit(i < right ? 1 : -1, true);
        }
        return evaluation;
    }

    @Test
    void accuracyIsReachedFromBelowAndLossFromAbove() {
        Goal accuracy = Goal.parse("accuracy=0.75");
        Goal loss = Goal.parse("loss = 0.6".replace(" ", ""));

        assertThat(accuracy.reachedBy(evaluation(3, 1))).isTrue();
        assertThat(accuracy.reachedBy(evaluation(2, 2))).isFalse();
        assertThat(loss.reachedBy(evaluation(9, 1))).isTrue();
        assertThat(loss.reachedBy(evaluation(1, 9))).isFalse();
    }

    @Test
    void areaUnderTheCurveIsReadFromTheScores() {
        Evaluation ordered = new Evaluation();
        ordered.logit(2, true);
        ordered.logit(-2, false);

        assertThat(Goal.parse("auc=0.99").reachedBy(ordered)).isTrue();
        assertThat(Goal.parse("auc=0.5").reachedBy(evaluation(3, 1))).isFalse(); // one class only, so there is none
    }

    @Test
    void nothingIsReachedWhereNoRowWasScored() {
        for (String text : new String[] {"loss=1e9", "accuracy=0", "auc=0"}) {
            assertThat(Goal.parse(text).reachedBy(new Evaluation())).isFalse();
        }
    }

    @Test
    void otherTextIsRefusedWithAnExample() {
        assertThatThrownBy(() -> Goal.parse("speed=3"))
                .hasMessage("target cannot be read: speed=3.0; write it like loss=0.3, accuracy=0.95 or auc=0.8");
        assertThatThrownBy(() -> Goal.parse("accuracy")).hasMessageStartingWith("target cannot be read: accuracy;");
    }
}
