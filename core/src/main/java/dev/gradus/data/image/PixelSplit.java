package dev.gradus.data.image;

import dev.gradus.data.DataException;
import dev.gradus.data.ImageShape;
import dev.gradus.data.SplitPart;

/** One of the two parts of images of which a fraction is held out. */
record PixelSplit(Pixels pixels, SplitPart part) implements Pixels {

    static Pixels train(Pixels pixels, double fraction) {
        return new PixelSplit(pixels, new SplitPart(pixels.rows(), fraction, false));
    }

    static Pixels test(Pixels pixels, double fraction) {
        return new PixelSplit(pixels, new SplitPart(pixels.rows(), fraction, true));
    }

    @Override
    public ImageShape image() {
        return pixels.image();
    }

    @Override
    public int classes() {
        return pixels.classes();
    }

    @Override
    public long rows() {
        return part.rows();
    }

    @Override
    public void read(long from, long to, Sink sink) throws DataException {
        requireRange(from, to);
        if (from == to) {
            return;
        }
        long[] row = {part.place(from)};
        pixels.read(row[0], part.place(to - 1) + 1, (bytes, at, label) -> {
            if (part.has(row[0]++)) {
                sink.image(bytes, at, label);
            }
        });
    }
}
