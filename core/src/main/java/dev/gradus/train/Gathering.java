package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows every rank the bytes of all: each fills its own place of an array of zeros, and the sum over all ranks is all
 * of them side by side. A byte in a float, so that every number is exact whatever the links make of floats.
 */
final class Gathering {

    private Gathering() {}

    /** The bytes of all ranks, by rank, {@code width} each; shorter ones are filled up with zeros. */
    static List<byte[]> of(Exchange exchange, byte[] own, int width) throws ExchangeException {
        float[] values = new float[width * exchange.ranks()];
        for (int i = 0; i < own.length; i++) {
            values[exchange.rank() * width + i] = Byte.toUnsignedInt(own[i]);
        }
        exchange.sum(values, 0, values.length);
        List<byte[]> all = new ArrayList<>();
        for (int rank = 0; rank < exchange.ranks(); rank++) {
            byte[] bytes = new byte[width];
            for (int i = 0; i < width; i++) {
                bytes[i] = (byte) Math.round(values[rank * width + i]);
            }
            all.add(bytes);
        }
        return all;
    }
}
