package dev.gradus.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Points of a curve, in the order of the horizontal axis. Immutable; both coordinates of all points are finite. */
public final class Points {

    private final double[] x;
    private final double[] y;

    private Points(double[] x, double[] y) {
        this.x = x;
        this.y = y;
    }

    /** Points are left out where a coordinate is not finite: a reading that does not apply is no reading of zero. */
    public static Points of(List<Double> x, List<Double> y) {
        if (x.size() != y.size()) {
            throw new IllegalArgumentException("not as many of both: x=" + x.size() + ", y=" + y.size());
        }
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < x.size(); i++) {
            if (Double.isFinite(x.get(i)) && Double.isFinite(y.get(i))) {
                kept.add(i);
            }
        }
        return new Points(
                kept.stream().mapToDouble(x::get).toArray(),
                kept.stream().mapToDouble(y::get).toArray());
    }

    public int size() {
        return x.length;
    }

    public double x(int i) {
        return x[i];
    }

    public double y(int i) {
        return y[i];
    }

    double[] xs() {
        return x.clone();
    }

    double[] ys() {
        return y.clone();
    }

    /**
     * At most about {@code most} of the points: the first, the last, and of each of equal groups between them the
     * lowest and the highest, so that no spike is lost.
     */
    public Points thin(int most) {
        if (x.length <= most || most < 4) {
            return this;
        }
        int groups = (most - 2) / 2;
        List<Integer> kept = new ArrayList<>(List.of(0));
        for (int group = 0; group < groups; group++) {
            int from = 1 + (int) ((long) (x.length - 2) * group / groups);
            int to = 1 + (int) ((long) (x.length - 2) * (group + 1) / groups);
            int low = from;
            int high = from;
            for (int i = from; i < to; i++) {
                low = y[i] < y[low] ? i : low;
                high = y[i] > y[high] ? i : high;
            }
            kept.add(Math.min(low, high));
            if (low != high) {
                kept.add(Math.max(low, high));
            }
        }
        kept.add(x.length - 1);
        return new Points(
                kept.stream().mapToDouble(i -> x[i]).toArray(),
                kept.stream().mapToDouble(i -> y[i]).toArray());
    }

    /** Each point as the mean of those at most {@code reach} places before and after it. */
    public Points smooth(int reach) {
        double[] sums = new double[y.length + 1];
        for (int i = 0; i < y.length; i++) {
            sums[i + 1] = sums[i] + y[i];
        }
        double[] means = new double[y.length];
        for (int i = 0; i < y.length; i++) {
            // As many on both sides, or the curve would bend at its ends.
            int side = Math.min(reach, Math.min(i, y.length - 1 - i));
            means[i] = (sums[i + side + 1] - sums[i - side]) / (2 * side + 1);
        }
        return new Points(x, means);
    }
}
