package dev.gradus.data.image;

import java.util.List;

/**
 * How a byte becomes a number: {@code (byte / 255 - mean) / deviation}, by channel.
 *
 * @param means of the channels, of values from 0 to 1
 * @param deviations of the channels
 */
public record Normalization(List<Double> means, List<Double> deviations) {

    /** Values of a byte. */
    static final int VALUES = 256;

    public Normalization {
        means = List.copyOf(means);
        deviations = List.copyOf(deviations);
        if (means.isEmpty() || means.size() != deviations.size()) {
            throw new IllegalArgumentException(
                    "means and deviations differ in number: means=" + means + ", deviations=" + deviations);
        }
        for (double deviation : deviations) {
            if (!(deviation > 0) || Double.isInfinite(deviation)) {
                throw new IllegalArgumentException("deviation is not above 0: deviations=" + deviations);
            }
        }
    }

    /** The numbers of all bytes, by channel. */
    float[][] tables() {
        float[][] tables = new float[means.size()][VALUES];
        for (int channel = 0; channel < tables.length; channel++) {
            for (int value = 0; value < VALUES; value++) {
                tables[channel][value] = (float) ((value / 255.0 - means.get(channel)) / deviations.get(channel));
            }
        }
        return tables;
    }
}
