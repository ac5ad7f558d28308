package dev.gradus.formats;

/** Floats as decimal text: read exactly, written as short as reads back to the same bits. Stateless. */
final class FloatText {

    /** Powers of ten that a double holds exactly. */
    private static final double[] TENS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    /** Digits that surely fit a double's 53 bits. */
    private static final int EXACT_DIGITS = 15;

    private FloatText() {}

    /**
     * The float nearest to a decimal number such as {@code -12.5e-3}; blanks around it do not count. {@code NaN} and
     * {@code Inf} are read too, in any case, so that the caller can refuse them by name.
     */
    static float parse(char[] chars, int from, int to) {
        while (from < to && chars[from] <= ' ') {
            from++;
        }
        while (from < to && chars[to - 1] <= ' ') {
            to--;
        }
        return new Scan(chars, from, to).value();
    }

    /** Appends the shortest text that reads back to the same bits, as {@code 12.5}, {@code -0} or {@code 1e-7}. */
    static void append(StringBuilder out, float value) {
        if (Float.isNaN(value) || Float.isInfinite(value)) {
            throw new IllegalArgumentException("not a finite number: value=" + value);
        }
        if (value < 0 || (value == 0 && 1 / value < 0)) {
            out.append('-');
        }
        Decimal shortest = Decimal.of(Math.abs(value));
        shortest.append(out);
    }

    /** {@code digits * 10^exponent}, or NaN when only the slow way of {@link Float#parseFloat} is exact. */
    private static float quick(long digits, int exponent) {
        if (Math.abs(exponent) >= TENS.length || digits >= 1_000_000_000_000_000L) {
            return Float.NaN;
        }
        double value = exponent < 0 ? digits / TENS[-exponent] : digits * TENS[exponent];
        // One rounding so far. A second, to float, is only wrong from the middle of two floats, or below the normal.
        boolean middle = (Double.doubleToRawLongBits(value) & 0x1FFF_FFFFL) == 0x1000_0000L;
        boolean normal = digits == 0 || (value >= Float.MIN_NORMAL && value <= Float.MAX_VALUE);
        return middle || !normal ? Float.NaN : (float) value;
    }

    /** One pass over the text of a number. */
    private static final class Scan {

        private final char[] chars;
        private final int from;
        private final int to;
        private int at;
        private long digits;
        private int count;
        private int significant;
        private int exponent;

        Scan(char[] chars, int from, int to) {
            this.chars = chars;
            this.from = from;
            this.to = to;
            this.at = from;
        }

        float value() {
            boolean negative = take('-');
            if (!negative) {
                take('+');
            }
            digits(0);
            if (take('.')) {
                digits(-1);
            }
            if (count == 0) {
                return named(negative);
            }
            if (take('e') || take('E')) {
                power();
            }
            if (at != to) {
                throw refusal();
            }
            float value = significant <= EXACT_DIGITS ? quick(digits, exponent) : Float.NaN;
            if (Float.isNaN(value)) {
                return Float.parseFloat(new String(chars, from, to - from));
            }
            return negative ? -value : value;
        }

        private void digits(int scale) {
            for (; at < to && chars[at] >= '0' && chars[at] <= '9'; at++) {
                count++;
                exponent += scale;
                if (significant > 0 || chars[at] != '0') {
                    significant++;
                }
                if (significant <= EXACT_DIGITS) {
                    digits = digits * 10 + (chars[at] - '0');
                }
            }
        }

        private void power() {
            boolean negative = take('-');
            if (!negative) {
                take('+');
            }
            int start = at;
            int power = 0;
            for (; at < to && chars[at] >= '0' && chars[at] <= '9'; at++) {
                power = Math.min(power * 10 + (chars[at] - '0'), 100_000);
            }
            if (at == start) {
                throw refusal();
            }
            exponent += negative ? -power : power;
        }

        private float named(boolean negative) {
            String name = new String(chars, at, to - at);
            if (name.equalsIgnoreCase("nan")) {
                return Float.NaN;
            }
            if (name.equalsIgnoreCase("inf") || name.equalsIgnoreCase("infinity")) {
                return negative ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
            }
            throw refusal();
        }

        private boolean take(char wanted) {
            boolean there = at < to && chars[at] == wanted;
            at += there ? 1 : 0;
            return there;
        }

        private NumberFormatException refusal() {
            return new NumberFormatException("not a number: value=" + new String(chars, from, to - from));
        }
    }

    /** The number {@code digits * 10^exponent}. */
    private record Decimal(int digits, int exponent) {

        /** The shortest decimal number that is nearer to the value than to any other float. */
        static Decimal of(float value) {
            Decimal decimal = ofJdk(value);
            // Before JDK 19 Float.toString may give a digit too many. If any shorter number is near enough, so is one
            // of
            // the two that cut the last digit.
            while (decimal.digits >= 10) {
                Decimal down = new Decimal(decimal.digits / 10, decimal.exponent + 1);
                Decimal up = new Decimal(down.digits + 1, down.exponent);
                if (down.value() == value) {
                    decimal = down;
                } else if (up.value() == value) {
                    decimal = up;
                } else {
                    break;
                }
            }
            return decimal.stripped();
        }

        private static Decimal ofJdk(float value) {
            String text = Float.toString(value);
            int power = text.indexOf('E');
            int end = power < 0 ? text.length() : power;
            int point = text.indexOf('.');
            int digits = Integer.parseInt(text.substring(0, point) + text.substring(point + 1, end));
            int exponent = power < 0 ? 0 : Integer.parseInt(text.substring(power + 1));
            return new Decimal(digits, exponent - (end - point - 1));
        }

        private Decimal stripped() {
            int left = digits;
            int power = exponent;
            while (left != 0 && left % 10 == 0) {
                left /= 10;
                power++;
            }
            return new Decimal(left, left == 0 ? 0 : power);
        }

        private float value() {
            float quick = quick(digits, exponent);
            return Float.isNaN(quick) ? Float.parseFloat(digits + "e" + exponent) : quick;
        }

        void append(StringBuilder out) {
            String text = Integer.toString(digits);
            int point = text.length() + exponent;
            if (point > 9 || point < -4) {
                out.append(text).append('e').append(exponent);
            } else if (exponent >= 0) {
                out.append(text).append("0".repeat(exponent));
            } else if (point <= 0) {
                out.append("0.").append("0".repeat(-point)).append(text);
            } else {
                out.append(text, 0, point).append('.').append(text, point, text.length());
            }
        }
    }
}
