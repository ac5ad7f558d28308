package dev.gradus.simd;

import dev.gradus.model.word2vec.SoftmaxBatch;
import dev.gradus.model.word2vec.SoftmaxShape;
import java.util.Arrays;

/**
 * The rows that a batch multiplies with the weights of the softmax output, and what each prediction takes of them.
 *
 * <p>A hidden vector is a mixture of its neighbours' rows, and its scores are the same mixture of those rows' products.
 * Predictions side by side share neighbours, and words come again; where a batch has no more words than predictions,
 * its rows are the words, each multiplied once. Otherwise they are the hidden vectors, one for each prediction.
 */
final class BatchRows {

    private static final int NONE = -1;

    private final boolean mean;

    /** 0, 1, 2 and so on: lists of one element each. */
    private final int[] numbers;

    private final int[] starts;
    private final int[] rowOfWord;
    private final int[] words;
    private final int[] useStarts;
    private int[] neighbours = {};
    private int[] rowOfNeighbour = {};
    private int[] uses = {};
    private boolean ofWords;
    private int count;

    /** For batches of up to {@code most} predictions. */
    BatchRows(SoftmaxShape shape, int most) {
        this.mean = shape.mean();
        this.rowOfWord = new int[shape.words()];
        this.words = new int[most];
        this.useStarts = new int[most + 1];
        this.numbers = new int[most + 1];
        this.starts = new int[most + 1];
        Arrays.setAll(numbers, i -> i);
        Arrays.fill(rowOfWord, NONE);
    }

    void read(SoftmaxBatch batch) {
        int size = batch.size();
        for (int i = 0; i <= size; i++) {
            starts[i] = batch.start(i);
        }
        neighbours = batch.neighbours();
        int all = starts[size];
        if (rowOfNeighbour.length < all) {
            rowOfNeighbour = new int[neighbours.length];
            uses = new int[neighbours.length];
        }
        ofWords = findWords(all, size);
        if (!ofWords) {
            count = size;
        }
        findUses(size);
    }

    /** Numbers the words in the order in which they come, unless there are more than {@code most}. */
    private boolean findWords(int all, int most) {
        boolean fit = true;
        count = 0;
        for (int n = 0; n < all && fit; n++) {
            int word = neighbours[n];
            if (rowOfWord[word] != NONE) {
                rowOfNeighbour[n] = rowOfWord[word];
            } else if (count < most) {
                words[count] = word;
                rowOfNeighbour[n] = count;
                rowOfWord[word] = count++;
            } else {
                fit = false;
            }
        }
        for (int row = 0; row < count; row++) {
            rowOfWord[words[row]] = NONE;
        }
        return fit;
    }

    /** Turns the lists of rows by prediction round, to lists of predictions by row. */
    private void findUses(int size) {
        int[] parts = parts();
        int all = partsFrom(size);
        Arrays.fill(useStarts, 0, count + 1, 0);
        for (int n = 0; n < all; n++) {
            useStarts[parts[n]]++;
        }
        for (int row = 1; row <= count; row++) {
            useStarts[row] += useStarts[row - 1];
        }
        // From the last to the first, so that each start has come down to its place at the end.
        for (int i = size - 1; i >= 0; i--) {
            for (int n = partsFrom(i + 1) - 1; n >= partsFrom(i); n--) {
                uses[--useStarts[parts[n]]] = i;
            }
        }
    }

    /** How many rows there are, at most as many as predictions. */
    int count() {
        return count;
    }

    /** The rows that make up prediction i are the {@link #parts} from here to where those of the next begin. */
    int partsFrom(int i) {
        return ofWords ? starts[i] : i;
    }

    int[] parts() {
        return ofWords ? rowOfNeighbour : numbers;
    }

    /** What each of its parts counts in a prediction. */
    float share(int i) {
        return ofWords ? shareOfNeighbours(i) : 1;
    }

    /** The predictions that a row is part of are the {@link #uses} from here to where those of the next begin. */
    int usesFrom(int row) {
        return useStarts[row];
    }

    int[] uses() {
        return uses;
    }

    /** The words that make up a row are the {@link #words} from here to where those of the next begin. */
    int wordsFrom(int row) {
        return ofWords ? row : starts[row];
    }

    int[] words() {
        return ofWords ? words : neighbours;
    }

    /** What each of its words counts in a row. */
    float shareOfWords(int row) {
        return ofWords ? 1 : shareOfNeighbours(row);
    }

    private float shareOfNeighbours(int i) {
        return mean ? 1f / (starts[i + 1] - starts[i]) : 1;
    }
}
