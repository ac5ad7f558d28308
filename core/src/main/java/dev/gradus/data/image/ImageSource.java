package dev.gradus.data.image;

import dev.gradus.data.DataException;
import dev.gradus.data.RowSink;
import dev.gradus.data.RowSource;
import dev.gradus.data.Shape;

/** Images as rows: the bytes, what makes numbers of them, and how they are varied in training. */
public record ImageSource(Pixels pixels, Normalization normalization, Augmentation augmentation) implements RowSource {

    @Override
    public Shape shape() {
        return Shape.of(pixels.image(), pixels.classes());
    }

    @Override
    public long rows() {
        return pixels.rows();
    }

    @Override
    public boolean varied() {
        return augmentation.any();
    }

    /** The images as they are, as numbers. */
    @Override
    public void read(long from, long to, RowSink sink) throws DataException {
        float[][] tables = normalization.tables();
        int plane = pixels.image().height() * pixels.image().width();
        float[] features = new float[shape().features()];
        pixels.read(from, to, (bytes, at, label) -> {
            for (int i = 0; i < features.length; i++) {
                features[i] = tables[i / plane][bytes[at + i] & 0xFF];
            }
            sink.row(features, label);
        });
    }
}
