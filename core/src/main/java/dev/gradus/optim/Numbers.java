package dev.gradus.optim;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as people write them, for the run header. */
final class Numbers {

    private static final MathContext SIX_DIGITS = new MathContext(6);

    private Numbers() {}

    /** Six digits at most and no zeros at the end: {@code 0.1}, {@code 3.2}, {@code 1E-8}. */
    static String brief(double value) {
        BigDecimal rounded = new BigDecimal(value).round(SIX_DIGITS).stripTrailingZeros();
        boolean plain = value == 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e9);
        return plain ? rounded.toPlainString() : rounded.toString();
    }

    /** {@code "1 epoch"}, {@code "2.5 epochs"}. */
    static String epochs(double count) {
        return brief(count) + (count == 1 ? " epoch" : " epochs");
    }

    /** {@code "1 step"}, {@code "1234567 steps"}. */
    static String steps(long count) {
        return count + (count == 1 ? " step" : " steps");
    }
}
