package dev.gradus.nn;

import dev.gradus.data.DataException;
import dev.gradus.data.DataSet;
import dev.gradus.data.ImageShape;
import dev.gradus.data.RowKind;
import dev.gradus.data.RowSink;
import dev.gradus.data.RowSource;
import dev.gradus.data.Shape;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.math.CounterRandom;
import java.util.List;

/** Small images of a line at a random place: level, upright or slanting, a class each. */
public final class StripesKind implements RowKind {

    private static final int SIDE = 9;

    @Override
    public String name() {
        return "stripes";
    }

    @Override
    public String summary() {
        return "lines in small images";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of();
    }

    @Override
    public DataSet open(Job job) {
        return new DataSet(new Stripes(1000, 0), new Stripes(300, 1000));
    }

    private record Stripes(long rows, long first) implements RowSource {

        @Override
        public Shape shape() {
            return Shape.of(new ImageShape(1, SIDE, SIDE), 3);
        }

        @Override
        public void read(long from, long to, RowSink sink) throws DataException {
            float[] image = new float[SIDE * SIDE];
            for (long row = from; row < to; row++) {
                long key = CounterRandom.key(5, first + row);
                int label = CounterRandom.below(3, key, 0);
                int place = CounterRandom.below(SIDE, key, 1);
                for (int i = 0; i < image.length; i++) {
                    image[i] = (on(label, place, i / SIDE, i % SIDE) ? 1 : 0)
                            + 0.2f * CounterRandom.nearlyNormal(key, 2 + i);
                }
                sink.row(image, label);
            }
        }

        private static boolean on(int label, int place, int line, int column) {
            return switch (label) {
                case 0 -> line == place;
                case 1 -> column == place;
                default -> (line + column) % SIDE == place;
            };
        }
    }
}
