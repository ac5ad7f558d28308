package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A row in the plainest form, for comparing. */
public record RowCase(float label, float weight, List<Integer> features, List<Float> values) {

    /** Any row: no entries, many, equal ones, ones, zeros, any floats. */
    static RowCase random(SplittableRandom random, int space, int mostEntries) {
        int count = random.nextInt(4) == 0 ? 0 : random.nextInt(mostEntries + 1);
        List<Integer> features = new ArrayList<>();
        List<Float> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            // Few features are frequent, as in real rows.
            int limit = Math.max(1, space >>> random.nextInt(20));
            features.add(random.nextInt(limit));
            values.add(random.nextInt(3) > 0 ? 1f : value(random));
        }
        return new RowCase(random.nextInt(2), random.nextInt(5) == 0 ? value(random) : 1, features, values);
    }

    private static float value(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> random.nextInt(10);
            case 2 -> -Float.MIN_VALUE;
            default -> (float) random.nextDouble() - 0.5f;
        };
    }

    /** The rows of a range. */
    public static List<RowCase> read(SparseSource source, long from, long to) throws DataException {
        SparseBlock block = new SparseBlock();
        source.reader().read(from, to, block);
        return of(block);
    }

    public static List<RowCase> all(SparseSource source) throws DataException {
        return read(source, 0, source.rows());
    }

    public static List<RowCase> of(SparseBlock block) {
        List<RowCase> rows = new ArrayList<>();
        for (int row = 0; row < block.rows(); row++) {
            List<Integer> features = new ArrayList<>();
            List<Float> values = new ArrayList<>();
            for (int i = block.starts()[row]; i < block.starts()[row + 1]; i++) {
                features.add(block.features()[i]);
                values.add(block.values()[i]);
            }
            rows.add(new RowCase(block.labels()[row], block.weights()[row], features, values));
        }
        return rows;
    }

    void addTo(SparseBlock block) {
        for (int i = 0; i < features.size(); i++) {
            block.add(features.get(i), values.get(i));
        }
        block.endRow(label, weight);
    }

    /** Rows in memory as a source. */
    static SparseSource source(List<RowCase> rows) {
        return new SparseSource() {
            @Override
            public long rows() {
                return rows.size();
            }

            @Override
            public Reader reader() {
                return (from, to, into) -> rows.subList((int) from, (int) to).forEach(row -> row.addTo(into));
            }

            @Override
            public void close() {}
        };
    }
}
