package dev.gradus.benchmarks;

import dev.gradus.data.DataException;
import dev.gradus.data.RowSink;
import dev.gradus.data.RowSource;
import dev.gradus.data.Shape;
import dev.gradus.math.CounterRandom;

/** Rows and labels without any relation, for loops whose speed does not depend on the values. */
record NoiseRows(long rows, int features, int classes) implements RowSource {

    @Override
    public Shape shape() {
        return new Shape(features, classes);
    }

    @Override
    public void read(long from, long to, RowSink sink) throws DataException {
        float[] row = new float[features];
        for (long i = from; i < to; i++) {
            for (int j = 0; j < features; j++) {
                row[j] = CounterRandom.nearlyNormal(3, i * features + j);
            }
            sink.row(row, CounterRandom.below(classes, 4, i));
        }
    }
}
