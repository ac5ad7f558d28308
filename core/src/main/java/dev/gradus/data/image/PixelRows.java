package dev.gradus.data.image;

import dev.gradus.data.DataException;
import dev.gradus.data.DenseRows;
import dev.gradus.data.ImageShape;
import dev.gradus.data.RowSource;
import dev.gradus.data.RowStore;
import dev.gradus.data.Shape;
import java.util.Arrays;
import java.util.List;

/**
 * Images of one virtual shard as bytes, a quarter of the memory of floats, which is what lets images be varied anew in
 * every epoch. A row is decoded when it is asked for: one look into a table of 256 floats for each value.
 */
public final class PixelRows implements RowStore {

    private final Shape shape;
    private final ImageShape image;
    private final Augmentation augmentation;

    /** The number of the first row in the whole set. */
    private final long first;

    /** The numbers of all bytes, by channel. */
    private final float[][] tables;

    private final byte[] pixels;
    private final float[] labels;

    private PixelRows(ImageSource source, long first, int rows) {
        this.shape = source.shape();
        this.image = source.pixels().image();
        this.augmentation = source.augmentation();
        this.first = first;
        this.tables = source.normalization().tables();
        this.pixels = new byte[Math.multiplyExact(rows, shape.features())];
        this.labels = new float[rows];
    }

    /** Loads images as bytes, and rows that are no images into tiles: what a network names as its store. */
    public static RowStore load(RowSource source, long from, long to) throws DataException {
        return source instanceof ImageSource images ? loadBytes(images, from, to) : DenseRows.load(source, from, to);
    }

    private static PixelRows loadBytes(ImageSource source, long from, long to) throws DataException {
        int features = source.shape().features();
        if (to - from > (Integer.MAX_VALUE - 8) / features) {
            throw new DataException("too many images for one virtual shard: images=" + (to - from) + ", bytes of one="
                    + features + "; use more virtualShards");
        }
        PixelRows rows = new PixelRows(source, from, (int) (to - from));
        int[] next = {0};
        source.pixels().read(from, to, (bytes, at, label) -> {
            System.arraycopy(bytes, at, rows.pixels, next[0] * features, features);
            rows.labels[next[0]++] = label;
        });
        if (next[0] != rows.rows()) {
            throw new DataException("source ended early: expected=" + rows.rows() + " images, read=" + next[0]);
        }
        return rows;
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public int rows() {
        return labels.length;
    }

    @Override
    public float[] labels() {
        return labels;
    }

    @Override
    public void fill(int row, int epoch, float[] into, int at) {
        if (row < 0 || row >= labels.length) {
            throw new IndexOutOfBoundsException("no such row: row=" + row + ", rows=" + labels.length);
        }
        int from = row * shape.features();
        if (epoch == PLAIN || !augmentation.any()) {
            int plane = image.height() * image.width();
            for (int channel = 0; channel < image.channels(); channel++) {
                decode(from + channel * plane, plane, channel, into, at + channel * plane);
            }
        } else {
            fillVaried(from, augmentation.key(epoch, first + row), into, at);
        }
    }

    /** Line by line: where it comes from in the image, with black beyond the edges. */
    private void fillVaried(int from, long key, float[] into, int at) {
        int lines = augmentation.lines(key);
        int columns = augmentation.columns(key);
        boolean mirrored = augmentation.mirrored(key);
        int height = image.height();
        int width = image.width();
        for (int channel = 0; channel < image.channels(); channel++) {
            for (int y = 0; y < height; y++) {
                int line = at + (channel * height + y) * width;
                int source = y + lines;
                if (source < 0 || source >= height) {
                    black(into, line, line + width, channel);
                } else {
                    shiftedLine(from + (channel * height + source) * width, columns, channel, into, line);
                }
                if (mirrored) {
                    mirror(into, line, line + width);
                }
            }
        }
    }

    private void shiftedLine(int from, int columns, int channel, float[] into, int at) {
        int width = image.width();
        int start = Math.min(width, Math.max(0, -columns));
        int end = Math.max(start, Math.min(width, width - columns));
        black(into, at, at + start, channel);
        decode(from + start + columns, end - start, channel, into, at + start);
        black(into, at + end, at + width, channel);
    }

    private void decode(int from, int length, int channel, float[] into, int at) {
        float[] numbers = tables[channel];
        for (int i = 0; i < length; i++) {
            into[at + i] = numbers[pixels[from + i] & 0xFF];
        }
    }

    private void black(float[] into, int from, int to, int channel) {
        Arrays.fill(into, from, to, tables[channel][0]);
    }

    private static void mirror(float[] values, int from, int to) {
        for (int a = from, b = to - 1; a < b; a++, b--) {
            float kept = values[a];
            values[a] = values[b];
            values[b] = kept;
        }
    }

    @Override
    public long rowBytes() {
        return shape.features() + (long) Float.BYTES;
    }

    /** None: these are bytes. */
    @Override
    public List<float[]> memory() {
        return List.of();
    }
}
