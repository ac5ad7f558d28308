package dev.gradus.data;

/** The sides of images that stand in rows: channel by channel, in each from the top line down. */
public record ImageShape(int channels, int height, int width) {

    public ImageShape {
        if (channels < 1 || height < 1 || width < 1 || (long) channels * height * width > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "bad image shape: channels=" + channels + ", height=" + height + ", width=" + width);
        }
    }

    /** Values of an image. */
    public int features() {
        return channels * height * width;
    }

    /** Like {@code 3x32x32}: channels, height, width. */
    @Override
    public String toString() {
        return channels + "x" + height + "x" + width;
    }
}
