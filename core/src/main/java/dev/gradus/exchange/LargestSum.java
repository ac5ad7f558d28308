package dev.gradus.exchange;

import dev.gradus.math.FloatMath;
import dev.gradus.math.Largest;
import java.util.Arrays;

/**
 * Sums only the largest numbers of each rank (top-k): of every range a fixed share, by magnitude, of what is to be
 * sent; the rest is the residual. Places that no rank sends become zero. Among equal magnitudes those in front go
 * first.
 */
public final class LargestSum implements LossySum {

    private final Exchange exchange;
    private final double share;
    private final float[] residual;
    private final Largest largest = new Largest();
    private final SparseRows chosen;

    /** Sums ranges of a vector of {@code length} floats; {@code share} of each, but one number at least, is sent. */
    public LargestSum(Exchange exchange, int length, double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("share to send is not above 0 and at most 1: share=" + share);
        }
        this.exchange = exchange;
        this.share = share;
        this.residual = new float[length];
        this.chosen = new SparseRows(length, 1);
    }

    @Override
    public void sum(float[] values, int from, int to) throws ExchangeException {
        chosen.clear();
        FloatMath.addInto(residual, from, values, from, to - from);
        if (from < to) {
            choose(from, to);
        }
        exchange.sumRows(chosen);
        Arrays.fill(values, from, to, 0);
        for (int i = 0; i < chosen.count(); i++) {
            values[chosen.ids()[i]] = chosen.values()[i];
        }
    }

    /** Moves the largest numbers from the residual to those that are sent. */
    private void choose(int from, int to) {
        int count = (int) Math.max(1, Math.ceil(share * (to - from)));
        chosen.grow(count);
        Largest.Threshold threshold = largest.threshold(residual, from, to, count);
        int equals = threshold.equals();
        for (int i = from; i < to; i++) {
            int magnitude = Float.floatToRawIntBits(residual[i]) & Integer.MAX_VALUE;
            if (magnitude > threshold.bits() || (magnitude == threshold.bits() && equals-- > 0)) {
                chosen.add(i, residual[i]);
                residual[i] = 0;
            }
        }
    }

    @Override
    public float[] residual() {
        return residual;
    }
}
