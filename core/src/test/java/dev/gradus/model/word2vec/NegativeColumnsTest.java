package dev.gradus.model.word2vec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.text.Vocabulary;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NegativeColumnsTest {

    private static final int[] TOKENS = Texts.random(new SplittableRandom(1), 30, 4000);
    private static final Vocabulary VOCABULARY = Texts.vocabulary(30, TOKENS);

    private final double[] weights = new double[30];
    private final BlockPlan plan = new BlockPlan(
            new Word2vecSettings.Window(5, true), Subsampling.thresholds(VOCABULARY, 0), NegativeColumns.MEMBERS, 3);

    NegativeColumnsTest() {
        for (int id = 0; id < weights.length; id++) {
            weights[id] = (double) VOCABULARY.count(id);
        }
        plan.draw(Texts.block(VOCABULARY, TOKENS));
    }

    @Test
    void everyMemberHasItsColumnAndNoRowStandsTwice() {
        for (int negatives : new int[] {1, 5, 6, 15}) {
            NegativeColumns columns = new NegativeColumns(new AliasTable(weights), negatives);
            columns.prepare(plan);
            for (int group = 0; group < plan.groups(); group++) {
                columns.choose(plan, group);
                Set<Integer> rows = new HashSet<>();
                for (int column = 0; column < columns.count(); column++) {
                    rows.add(columns.row(column));
                }

                assertThat(rows).hasSize(columns.count());
                assertThat(columns.count()).isLessThanOrEqualTo(columns.most());
                for (int place = plan.from(group); place < plan.to(group); place++) {
                    int own = columns.own(place - plan.from(group));
                    assertThat(columns.row(own)).isEqualTo(plan.word(place));
                    assertThat(columns.label(own)).isEqualTo(1);
                    assertThat(columns.times(own)).isZero();
                }
            }
        }
    }

    @Test
    void negativesCountAsManyAsWereAskedForAndAsOftenAsTheyWeigh() {
        NegativeColumns columns = new NegativeColumns(new AliasTable(weights), 5);
        columns.prepare(plan);
        double[] counted = new double[30];
        double[] expected = new double[30];
        for (int group = 0; group < plan.groups(); group++) {
            columns.choose(plan, group);
            boolean[] member = new boolean[30];
            for (int place = plan.from(group); place < plan.to(group); place++) {
                member[plan.word(place)] = true;
            }
            for (int column = 0; column < columns.count(); column++) {
                counted[columns.row(column)] += columns.times(column);
            }
            for (int id = 0; id < 30; id++) {
                expected[id] += member[id] ? 0 : 5 * weights[id] / (double) VOCABULARY.total();
            }
        }

        for (int id = 0; id < 30; id++) {
            assertThat(counted[id]).isCloseTo(expected[id], within(6 * Math.sqrt(expected[id]) + 1));
        }
    }

    @Test
    void whatIsForeseenIsWhatIsChosen() {
        NegativeColumns columns = new NegativeColumns(new AliasTable(weights), 5);
        columns.prepare(plan);
        int[] preview = new int[columns.most()];
        for (int group = 0; group < plan.groups(); group++) {
            int count = columns.preview(plan, group, preview);
            Set<Integer> foreseen = new HashSet<>();
            for (int i = 0; i < count; i++) {
                foreseen.add(preview[i]);
            }
            columns.choose(plan, group);
            Set<Integer> chosen = new HashSet<>();
            for (int column = 0; column < columns.count(); column++) {
                chosen.add(columns.row(column));
            }

            assertThat(foreseen).isEqualTo(chosen);
        }
    }
}
