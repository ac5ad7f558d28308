package dev.gradus.data.sparse.format;

import java.nio.charset.StandardCharsets;

/** Reads decimal numbers out of bytes. Remembers where the last one ended. */
final class Decimal {

    /** Powers of ten that are doubles. */
    static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    /** A whole number up to this is a double. */
    private static final long MOST_EXACT = 1L << 53;

    private static final int MOST_DIGITS = 18;

    private int end;

    /** The place after the last number. */
    int end() {
        return end;
    }

    /**
     * The number at a place, as the double nearest to it; NaN if there is none. The bytes must end with something that
     * is no part of a number.
     */
    double read(byte[] bytes, int from) {
        int at = from;
        boolean negative = bytes[at] == '-';
        if (negative || bytes[at] == '+') {
            at++;
        }
        long mantissa = 0;
        int first = at;
        int digit;
        while ((digit = bytes[at] - '0') >= 0 && digit <= 9) {
            mantissa = mantissa * 10 + digit;
            at++;
        }
        int digits = at - first;
        int exponent = 0;
        if (bytes[at] == '.') {
            int point = at++;
            while ((digit = bytes[at] - '0') >= 0 && digit <= 9) {
                mantissa = mantissa * 10 + digit;
                at++;
            }
            exponent = point + 1 - at;
            digits -= exponent;
        }
        end = at;
        if (digits == 0) {
            return Double.NaN;
        }
        if ((bytes[at] | 0x20) == 'e') {
            return withExponent(bytes, from, at);
        }
        // Two exact doubles give the nearest one when one is divided by the other.
        if (digits <= MOST_DIGITS && mantissa <= MOST_EXACT && exponent >= 1 - POWERS.length) {
            double value = mantissa / POWERS[-exponent];
            return negative ? -value : value;
        }
        return slow(bytes, from);
    }

    private double withExponent(byte[] bytes, int from, int letter) {
        int at = letter + 1;
        if (bytes[at] == '-' || bytes[at] == '+') {
            at++;
        }
        int first = at;
        while (bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        end = at;
        return at == first ? Double.NaN : slow(bytes, from);
    }

    private double slow(byte[] bytes, int from) {
        return Double.parseDouble(new String(bytes, from, end - from, StandardCharsets.US_ASCII));
    }
}
