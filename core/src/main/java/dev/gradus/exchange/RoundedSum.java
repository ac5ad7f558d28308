package dev.gradus.exchange;

import dev.gradus.math.FloatMath;

/** Sums in numbers of 16 bits (bf16), which is half the bytes; the residual is what rounding lost. */
public final class RoundedSum implements LossySum {

    private final Exchange exchange;
    private final float[] residual;

    /** Sums ranges of a vector of {@code length} floats. */
    public RoundedSum(Exchange exchange, int length) {
        this.exchange = exchange;
        this.residual = new float[length];
    }

    @Override
    public void sum(float[] values, int from, int to) throws ExchangeException {
        FloatMath.addInto(values, from, residual, from, to - from);
        exchange.sumBf16(values, residual, from, to);
    }

    @Override
    public float[] residual() {
        return residual;
    }
}
