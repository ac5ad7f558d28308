package dev.gradus.data;

/** The sides of images that stand in rows: channel by channel, in each from the top line down. */
public record ImageShape(int channels, int height, int width) {

    public ImageShape {
        if (channels < 1 || height < 1 || width < 1 || (long) channels * height * width > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "bad image shape: channels=" + channels + ", height=" + height + ", width=" + width);
        }
    }

    /** Reads what {@link #toString} writes. */
    public static ImageShape parse(String text) {
        String[] sides = text.split("x", -1);
        if (sides.length != 3) {
            throw new IllegalArgumentException("not the sides of an image: text=" + text);
        }
        return new ImageShape(Integer.parseInt(sides[0]), Integer.parseInt(sides[1]), Integer.parseInt(sides[2]));
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
