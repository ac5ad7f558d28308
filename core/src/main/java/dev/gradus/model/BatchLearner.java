package dev.gradus.model;

/**
 * A model of one table that learns in step with others: gradients of many blocks at the same parameters are added up,
 * and then each row moves once. A row's gradient is one number. Has the working memory of one thread.
 *
 * @param <B> what is learnt from as one unit
 */
public interface BatchLearner<B> {

    /** Tells the gradients of all rows that a block touches, some perhaps in parts, and notes the cost in the tally. */
    void gradient(float[] parameters, B block, GradientSink into, Tally tally);

    /** Sets the rate of the updates that follow. */
    void rate(double rate);

    /** Moves a row by its mean gradient. */
    void update(float[] parameters, int row, float gradient);

    /** Is told gradients. */
    interface GradientSink {

        void add(int row, float gradient);
    }
}
