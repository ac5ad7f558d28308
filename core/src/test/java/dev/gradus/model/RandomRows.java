package dev.gradus.model;

import dev.gradus.data.DataException;
import dev.gradus.data.DenseRows;
import dev.gradus.data.RowSink;
import dev.gradus.data.RowSource;
import dev.gradus.data.Shape;
import java.util.SplittableRandom;

/** Rows with features in [-1, 1) and labels at random; equal seeds give equal rows. */
public record RandomRows(Shape shape, long rows, long seed) implements RowSource {

    /** All rows of such a source. */
    public static DenseRows of(int rows, int features, int classes, long seed) {
        try {
            return DenseRows.load(new RandomRows(new Shape(features, classes), rows, seed), 0, rows);
        } catch (DataException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void read(long from, long to, RowSink sink) throws DataException {
        float[] features = new float[shape.features()];
        for (long row = from; row < to; row++) {
            SplittableRandom random = new SplittableRandom(seed * 1_000_003 + row);
            for (int j = 0; j < features.length; j++) {
                features[j] = (float) random.nextDouble(-1, 1);
            }
            sink.row(features, random.nextInt(shape.classes()));
        }
    }
}
