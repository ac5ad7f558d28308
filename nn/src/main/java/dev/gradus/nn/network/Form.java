package dev.gradus.nn.network;

import java.util.List;

/** The values that a layer gives for one row: an image of channels, height and width, or a flat list. */
public record Form(int channels, int height, int width, boolean flat) {

    public Form {
        if (channels < 1 || height < 1 || width < 1 || (flat && (height > 1 || width > 1))) {
            throw new IllegalArgumentException(
                    "bad form: channels=" + channels + ", height=" + height + ", width=" + width + ", flat=" + flat);
        }
    }

    public static Form flat(int size) {
        return new Form(size, 1, 1, true);
    }

    public static Form image(int channels, int height, int width) {
        return new Form(channels, height, width, false);
    }

    /** How many values there are. */
    public int size() {
        return Math.multiplyExact(channels, area());
    }

    /** Values of one channel. */
    public int area() {
        return Math.multiplyExact(height, width);
    }

    /** The dimensions of so many rows of it: rows, channels, and for images height and width. */
    public long[] dimensions(int rows) {
        return flat ? new long[] {rows, channels} : new long[] {rows, channels, height, width};
    }

    /** The same without rows. */
    public List<Integer> sides() {
        return flat ? List.of(channels) : List.of(channels, height, width);
    }

    /** Like {@code 64x6x6} or {@code 128}. */
    @Override
    public String toString() {
        return flat ? Integer.toString(channels) : channels + "x" + height + "x" + width;
    }
}
