package dev.gradus.data.image;

import dev.gradus.data.DataException;
import dev.gradus.data.ImageShape;

/** A range of the images of a formula: nothing is stored, and any part of it is made when it is read. */
record GeneratedPixels(Gratings formula, long first, long rows) implements Pixels {

    @Override
    public ImageShape image() {
        return formula.image();
    }

    @Override
    public int classes() {
        return formula.classes();
    }

    @Override
    public void read(long from, long to, Sink sink) throws DataException {
        requireRange(from, to);
        byte[] pixels = new byte[image().features()];
        for (long row = first + from; row < first + to; row++) {
            int label = formula.draw(row, pixels);
            sink.image(pixels, 0, label);
        }
    }
}
