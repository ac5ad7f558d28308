package dev.gradus.nn.network;

/** What one line of a network does to the values of the line before. */
public sealed interface Layer {

    /** How far a window reaches and moves: a square of {@code kernel}, moved by {@code stride}. */
    record Window(int kernel, int stride, int padding) {

        /** Windows along a side of that length; 0 or less where none fits. */
        int along(int side) {
            int room = side + 2 * padding - kernel;
            return room < 0 ? 0 : room / stride + 1;
        }
    }

    /** Each output channel is a weighted sum over a window of all input channels. */
    record Convolution(int channels, Window window, boolean bias) implements Layer {}

    /** The largest value of each window, or their mean, in which padding counts as zeros. */
    record Pool(boolean max, Window window) implements Layer {}

    /** The mean of each channel. */
    record GlobalPool() implements Layer {}

    /** Each output is a weighted sum of all inputs. */
    record Dense(int width, boolean bias) implements Layer {}

    /** A function of each value by itself. */
    record Activation(Curve curve) implements Layer {}

    /** While training, zeros in place of that share of the values, and the others larger in return. */
    record Dropout(double rate) implements Layer {}

    /** Each channel shifted and scaled to mean 0 and deviation 1, then by two parameters of its own. */
    record BatchNorm() implements Layer {}

    /** The values of an image as a list: channel by channel, line by line. */
    record Flatten() implements Layer {}

    /** Adds the output of an earlier layer, which is named by its label. */
    record Add(String label) implements Layer {}
}
