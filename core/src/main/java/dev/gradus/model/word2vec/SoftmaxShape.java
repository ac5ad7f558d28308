package dev.gradus.model.word2vec;

/**
 * Where the tables of the softmax output lie. The weights stand dimension by dimension, {@code columns} (the words,
 * padded) floats each, so that the scores of neighbouring words lie side by side; a row of biases follows.
 */
public record SoftmaxShape(int words, int dimension, int stride, boolean mean) {

    public int columns() {
        return Word2vec.stride(words);
    }

    public int weightsFrom() {
        return words * stride;
    }

    public int biasFrom() {
        return weightsFrom() + weights();
    }

    /** How many weights there are, with their padding: biases begin so many behind them. */
    public int weights() {
        return dimension * columns();
    }
}
