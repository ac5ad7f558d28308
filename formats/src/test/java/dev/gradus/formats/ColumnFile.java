package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.data.sparse.format.Murmur3;
import dev.gradus.job.Job;
import dev.gradus.job.KeyList;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Opens files of columns, and says what their rows should be. */
final class ColumnFile {

    /** A label, and values by the number that the hash gave a feature. */
    record Row(int label, Map<Integer, Float> values) {

        static Row of(int label) {
            return new Row(label, new TreeMap<>());
        }

        Row with(int feature, float value) {
            values.merge(feature, value, Float::sum);
            return this;
        }
    }

    private ColumnFile() {}

    /** A job of keys and values in turn; nothing is held out. */
    static Job job(String path, Object... keysAndValues) {
        Map<String, Object> values = new HashMap<>(Map.of("data.path", path, "data.test", 0.0));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put("data." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return Job.of(new KeyList(new ColumnsKind().keys()), values);
    }

    static List<Row> rows(Job job, Path cache) throws DataException {
        try (SparseSet set = new ColumnsKind().open(job, cache)) {
            return rows(set, set.train());
        }
    }

    static List<Row> rows(SparseSet set, SparseSource source) throws DataException {
        SparseBlock block = new SparseBlock();
        source.reader().read(0, source.rows(), block);
        List<Row> rows = rows(block);
        return rows.stream()
                .map(row -> {
                    Row named = Row.of(row.label);
                    row.values.forEach(
                            (place, value) -> named.with(set.features().id(place), value));
                    return named;
                })
                .toList();
    }

    static List<Row> rows(SparseBlock block) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < block.rows(); i++) {
            Row row = Row.of((int) block.labels()[i]);
            for (int j = block.starts()[i]; j < block.starts()[i + 1]; j++) {
                row.with(block.features()[j], block.values()[j]);
            }
            rows.add(row);
        }
        return rows;
    }

    static int number(String column, int bits, int seed) {
        return hash(column.getBytes(StandardCharsets.UTF_8), seed) & (int) ((1L << bits) - 1);
    }

    static int category(String column, String text, int bits, int seed) {
        return category(column, text.getBytes(StandardCharsets.UTF_8), bits, seed);
    }

    static int category(String column, byte[] text, int bits, int seed) {
        return hash(text, hash(column.getBytes(StandardCharsets.UTF_8), seed)) & (int) ((1L << bits) - 1);
    }

    private static int hash(byte[] bytes, int seed) {
        return Murmur3.hash(bytes, 0, bytes.length, seed);
    }
}
