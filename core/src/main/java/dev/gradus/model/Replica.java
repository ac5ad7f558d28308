package dev.gradus.model;

import dev.gradus.data.RowStore;
import dev.gradus.data.Slice;

/** A model with the working memory of one rank. Used by one thread, and closed by whoever asked for it. */
public interface Replica extends AutoCloseable {

    /**
     * Adds the sum over the rows of the slice to {@code gradient}: a function of parameters and rows alone. Tells
     * {@code finished} how far the backward pass has come, as often as it likes, so that what is finished can travel
     * while the pass goes on. The statistics stand behind all parameters, so they must be there before the first call.
     */
    void addGradient(float[] parameters, Slice slice, Gradient gradient, Finished finished);

    /** Is told how far a backward pass has come. */
    interface Finished {

        /** The gradient will not change any more from that parameter on: the blocks of the last layers come first. */
        void from(int parameter);

        /** For whoever waits for the whole gradient. */
        static Finished ignored() {
            return parameter -> {};
        }
    }

    /** Adds the loss, hits and scores of rows {@code from} to {@code to} to the evaluation. */
    void evaluate(float[] parameters, RowStore rows, int from, int to, Evaluation evaluation);

    /** Gives back what the heap does not hold: threads, and memory outside. */
    @Override
    default void close() {}
}
