package dev.gradus.model.word2vec;

import java.util.Arrays;

/** Predictions of one update of the softmax output: the neighbours of each, and the word to be predicted. Reused. */
public final class SoftmaxBatch {

    private final int[] targets;
    private final int[] starts;
    private int[] neighbours;
    private int size;

    SoftmaxBatch(int most) {
        this.targets = new int[most];
        this.starts = new int[most + 1];
        this.neighbours = new int[most * 2];
    }

    void clear() {
        size = 0;
    }

    boolean full() {
        return size == targets.length;
    }

    /** Opens a prediction of a word; its neighbours follow. */
    void predict(int word) {
        targets[size++] = word;
        starts[size] = starts[size - 1];
    }

    void neighbour(int word) {
        int at = starts[size]++;
        if (at == neighbours.length) {
            neighbours = Arrays.copyOf(neighbours, 2 * at);
        }
        neighbours[at] = word;
    }

    public int size() {
        return size;
    }

    public int target(int i) {
        return targets[i];
    }

    /** Where the neighbours of prediction i begin; they end where those of the next begin. */
    public int start(int i) {
        return starts[i];
    }

    /** The neighbours of all predictions. */
    public int[] neighbours() {
        return neighbours;
    }
}
