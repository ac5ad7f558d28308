package dev.gradus.model;

import dev.gradus.optim.RowRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A model of tables, of whose rows a step touches few and updates them where they lie. The tables are the blocks of the
 * layout, each {@code rows x stride}; a stride is a row's width, padded. Immutable, so one instance serves every rank.
 *
 * @param <B> what is learnt from as one unit
 */
public interface TableModel<B> {

    /** What a job writes as {@code model.kind}. */
    String kind();

    Layout layout();

    /** Writes the values that training starts from; a function of the seed alone. */
    void initialize(float[] parameters, long seed);

    /** All tables row by row without padding, for saving. */
    List<Table> tables(float[] parameters);

    /**
     * Working memory for number {@code racer} of {@code racers} threads that update the same parameters at the same
     * time. Where there are others, the learner may keep copies of the rows that all of them want; the array that it is
     * given then has {@link #copyFloats} more for each of them, behind the parameters.
     */
    Learner<B> learner(int racer, int racers);

    /** Floats behind the parameters that each of so many racers needs for its copies. */
    default int copyFloats(int racers) {
        return 0;
    }

    /**
     * Working memory for one thread that learns on copies of the rows which a block touches, and those alone, at the
     * places that it is told; null where a model needs whole tables.
     */
    default @Nullable Learner<B> learnerOfCopies(RowPlaces places) {
        return null;
    }

    /** What each table starts from, if rows can be told one by one; null where only {@link #initialize} knows. */
    default @Nullable List<RowStart> starts(long seed) {
        return null;
    }

    /** Penalties on weights that are learnt by gradients. */
    default RowRule.Penalties penalties() {
        return new RowRule.Penalties(0, 0);
    }

    /** Numbers rows anew for one thread that computes gradients on copies; null where {@link #batchLearner} is. */
    default @Nullable BlockNumbering<B> numbering() {
        return null;
    }

    /** Working memory for learning in step with others by gradients; null where a model has none. */
    default @Nullable BatchLearner<B> batchLearner() {
        return null;
    }

    /** Working memory for scoring what was held out; null where a model has nothing that could be held out. */
    default @Nullable BlockScorer<B> scorer() {
        return null;
    }

    /** Whether a few thousand samples touch so few of the rows that the others should not be exchanged. */
    default boolean sparse() {
        return false;
    }
}
