package dev.gradus.forecast;

/**
 * Seconds that something takes as a straight line of its amount: {@code fixed + each * amount}.
 *
 * @param error how far measurements lie from the line, relative to it, in the mean
 */
public record Cost(double fixed, double each, double error) {

    public Cost {
        if (!(fixed >= 0) || !(each >= 0) || !(error >= 0)) {
            throw new IllegalArgumentException(
                    "cost is not a number of at least 0: fixed=" + fixed + ", each=" + each + ", error=" + error);
        }
    }

    public Cost(double fixed, double each) {
        this(fixed, each, 0);
    }

    public double seconds(double amount) {
        return fixed + each * amount;
    }

    /**
     * The line with the least squared <em>relative</em> distances from measured points, so that a microsecond counts
     * where there are few; neither part of it is negative. One point is a line through the origin.
     */
    public static Cost fit(double[] amounts, double[] seconds) {
        check(amounts, seconds);
        double w = 0;
        double wx = 0;
        double wy = 0;
        double wxx = 0;
        double wxy = 0;
        for (int i = 0; i < amounts.length; i++) {
            double weight = 1 / (seconds[i] * seconds[i]);
            w += weight;
            wx += weight * amounts[i];
            wy += weight * seconds[i];
            wxx += weight * amounts[i] * amounts[i];
            wxy += weight * amounts[i] * seconds[i];
        }
        double spread = w * wxx - wx * wx;
        double each = spread > 1e-12 * w * wxx ? (w * wxy - wx * wy) / spread : wxx > 0 ? wxy / wxx : 0;
        double fixed = (wy - each * wx) / w;
        if (fixed < 0 || (each >= 0 && spread <= 1e-12 * w * wxx)) {
            fixed = 0;
            each = wxx > 0 ? wxy / wxx : 0;
        } else if (each < 0) {
            each = 0;
            fixed = wy / w;
        }
        return new Cost(fixed, each, distance(new Cost(fixed, each), amounts, seconds));
    }

    private static void check(double[] amounts, double[] seconds) {
        if (amounts.length == 0 || amounts.length != seconds.length) {
            throw new IllegalArgumentException(
                    "points do not make a line: amounts=" + amounts.length + ", seconds=" + seconds.length);
        }
        for (int i = 0; i < amounts.length; i++) {
            if (!(amounts[i] >= 0) || !(seconds[i] > 0) || Double.isInfinite(seconds[i])) {
                throw new IllegalArgumentException(
                        "point is no measurement: amount=" + amounts[i] + ", seconds=" + seconds[i]);
            }
        }
    }

    private static double distance(Cost line, double[] amounts, double[] seconds) {
        double sum = 0;
        for (int i = 0; i < amounts.length; i++) {
            sum += Math.abs(line.seconds(amounts[i]) / seconds[i] - 1);
        }
        return sum / amounts.length;
    }
}
