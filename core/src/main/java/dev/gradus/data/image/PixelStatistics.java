package dev.gradus.data.image;

import dev.gradus.data.DataException;
import java.util.ArrayList;
import java.util.List;

/**
 * How often each byte occurs in each channel and how many images each class has. Whole numbers, so the means and
 * deviations that follow do not depend on the order of reading.
 */
public final class PixelStatistics {

    private final int channels;
    private final int plane;
    private final long[] bytes;
    private final long[] labels;

    private PixelStatistics(Pixels pixels) {
        this.channels = pixels.image().channels();
        this.plane = pixels.image().height() * pixels.image().width();
        this.bytes = new long[channels * Normalization.VALUES];
        this.labels = new long[pixels.classes()];
    }

    /** Of the first {@code rows} images, or of all if there are fewer. */
    public static PixelStatistics of(Pixels pixels, long rows) throws DataException {
        PixelStatistics statistics = new PixelStatistics(pixels);
        pixels.read(0, Math.min(rows, pixels.rows()), statistics::add);
        return statistics;
    }

    private void add(byte[] pixels, int at, int label) {
        labels[label]++;
        for (int channel = 0; channel < channels; channel++) {
            int table = channel * Normalization.VALUES;
            int from = at + channel * plane;
            for (int i = from; i < from + plane; i++) {
                bytes[table + (pixels[i] & 0xFF)]++;
            }
        }
    }

    /** Images of a class. */
    public long count(int label) {
        return labels[label];
    }

    /** Mean of a channel, of values from 0 to 1; 0 if there is no image. */
    public double mean(int channel) {
        double sum = 0;
        long count = 0;
        for (int value = 0; value < Normalization.VALUES; value++) {
            long times = bytes[channel * Normalization.VALUES + value];
            sum += (double) times * value;
            count += times;
        }
        return count == 0 ? 0 : sum / count / 255;
    }

    /** Root of the mean squared distance of a channel's values from their mean. */
    public double deviation(int channel) {
        double mean = mean(channel);
        double squares = 0;
        long count = 0;
        for (int value = 0; value < Normalization.VALUES; value++) {
            long times = bytes[channel * Normalization.VALUES + value];
            squares += times * (value / 255.0 - mean) * (value / 255.0 - mean);
            count += times;
        }
        return count == 0 ? 0 : Math.sqrt(squares / count);
    }

    /** What gives these images a mean of 0 and a deviation of 1; a channel of one value only is left at that scale. */
    Normalization normalization() {
        List<Double> means = new ArrayList<>();
        List<Double> deviations = new ArrayList<>();
        for (int channel = 0; channel < channels; channel++) {
            means.add(mean(channel));
            deviations.add(deviation(channel) == 0 ? 1 : deviation(channel));
        }
        return new Normalization(means, deviations);
    }
}
