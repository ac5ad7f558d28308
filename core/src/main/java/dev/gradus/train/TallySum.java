package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Tally;

/**
 * Adds up tallies over all ranks, exactly: whole numbers travel as digits to base 4096, whose sums over 1024 ranks fit
 * a float, and losses as multiples of a millionth. Owned by one rank.
 */
final class TallySum {

    private static final int DIGITS = 5;
    private static final int DIGIT_BITS = 12;
    private static final int NUMBERS = 5;
    private static final double LOSS_UNIT = 1 << 20;

    private final Exchange exchange;
    private final float[] digits = new float[NUMBERS * DIGITS];

    TallySum(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Replaces the tally by the sum over all ranks. Every rank must call it. */
    void sum(Tally tally) throws ExchangeException {
        boolean finite = Double.isFinite(tally.loss());
        put(0, finite ? Math.max(0, (long) Math.rint(tally.loss() * LOSS_UNIT)) : 0);
        put(1, tally.predictions());
        put(2, tally.hits());
        put(3, tally.samples());
        put(4, tally.updates());
        if (!finite) {
            digits[0] = Float.NaN;
        }
        exchange.sum(digits, 0, digits.length);
        double loss = Float.isNaN(digits[0]) ? Double.NaN : take(0) / LOSS_UNIT;
        tally.clear();
        tally.count(loss, take(1), take(2));
        tally.worked(take(3), take(4));
    }

    /** What is left of a loss when it travels. */
    static double round(double loss) {
        return Math.rint(loss * LOSS_UNIT) / LOSS_UNIT;
    }

    private void put(int number, long value) {
        for (int digit = 0; digit < DIGITS; digit++) {
            digits[number * DIGITS + digit] = (value >>> (digit * DIGIT_BITS)) & ((1 << DIGIT_BITS) - 1);
        }
    }

    private long take(int number) {
        long value = 0;
        for (int digit = DIGITS - 1; digit >= 0; digit--) {
            value = (value << DIGIT_BITS) + (long) digits[number * DIGITS + digit];
        }
        return value;
    }
}
