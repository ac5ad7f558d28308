package dev.gradus.benchmarks;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;

/** Numbers in an array on the heap. */
final class HeapPath implements SumPath {

    static final String NAME = "heap";

    private final Exchange exchange;
    private final float[] values;

    HeapPath(Exchange exchange, int floats) {
        this.exchange = exchange;
        this.values = new float[floats];
    }

    @Override
    public void fill(int period, int factor) {
        for (int start = 0; start < values.length; start += period) {
            int end = Math.min(values.length, start + period);
            for (int i = start; i < end; i++) {
                values[i] = (float) ((i - start) * factor);
            }
        }
    }

    @Override
    public float get(int index) {
        return values[index];
    }

    @Override
    public int length() {
        return values.length;
    }

    @Override
    public void sum() throws ExchangeException {
        exchange.sum(values, 0, values.length);
    }
}
