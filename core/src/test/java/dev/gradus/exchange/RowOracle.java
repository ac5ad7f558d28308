package dev.gradus.exchange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Sums of rows by the plainest loops there are, to hold faster ones to. */
public final class RowOracle {

    private RowOracle() {}

    /** Rows as they came, with ids in any order and more than once. */
    public static final class Arrivals {

        private final int rows;
        private final int width;
        private final int[] ids;
        private final float[][] values;

        public Arrivals(int rows, int width, int[] ids, float[][] values) {
            this.rows = rows;
            this.width = width;
            this.ids = ids;
            this.values = values;
        }

        /** {@code count} random rows; {@code skew} of 1 draws all alike, a larger one draws low ids more often. */
        public static Arrivals random(int rows, int width, int count, double skew, SplittableRandom random) {
            int[] ids = new int[count];
            float[][] values = new float[count][width];
            for (int i = 0; i < count; i++) {
                ids[i] = (int) (rows * Math.pow(random.nextDouble(), skew));
                for (int j = 0; j < width; j++) {
                    // Zeros of both signs too: adding a zero that is not there would show.
                    int kind = random.nextInt(10);
                    values[i][j] = kind == 0 ? -0f : kind == 1 ? 0f : (float) random.nextDouble(-1e3, 1e3);
                }
            }
            return new Arrivals(rows, width, ids, values);
        }

        public SparseRows sparse() {
            SparseRows sparse = new SparseRows(rows, width);
            for (int i = 0; i < ids.length; i++) {
                sparse.add(ids[i], values[i], 0);
            }
            return sparse;
        }

        Map<Integer, float[]> merged() {
            Map<Integer, float[]> merged = new TreeMap<>();
            for (int i = 0; i < ids.length; i++) {
                merged.merge(ids[i], values[i].clone(), RowOracle::added);
            }
            return merged;
        }
    }

    /** The sum of all leaves in tree order. */
    public static Map<Integer, float[]> treeSum(List<Arrivals> leaves) {
        List<Map<Integer, float[]>> level = new ArrayList<>();
        leaves.forEach(leaf -> level.add(leaf.merged()));
        while (level.size() > 1) {
            for (int i = 0; i + 1 < level.size(); i++) {
                Map<Integer, float[]> left = level.get(i);
                level.remove(i + 1).forEach((id, row) -> left.merge(id, row, RowOracle::added));
            }
        }
        return level.get(0);
    }

    /** The same sums in double precision, in the order of arrival. */
    public static Map<Integer, double[]> exactSum(List<Arrivals> leaves) {
        Map<Integer, double[]> sums = new TreeMap<>();
        for (Arrivals leaf : leaves) {
            for (int i = 0; i < leaf.ids.length; i++) {
                double[] sum = sums.computeIfAbsent(leaf.ids[i], id -> new double[leaf.width]);
                for (int j = 0; j < leaf.width; j++) {
                    sum[j] += leaf.values[i][j];
                }
            }
        }
        return sums;
    }

    /** Ids and the bits of all values, as text that is equal for equal rows only. */
    public static String bits(Map<Integer, float[]> rows) {
        StringBuilder text = new StringBuilder();
        rows.forEach((id, row) -> text.append(id).append(':').append(bits(row)).append(' '));
        return text.toString();
    }

    public static String bits(SparseRows rows) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.count(); i++) {
            float[] row = Arrays.copyOfRange(rows.values(), i * rows.width(), (i + 1) * rows.width());
            text.append(rows.ids()[i]).append(':').append(bits(row)).append(' ');
        }
        return text.toString();
    }

    private static String bits(float[] row) {
        StringBuilder text = new StringBuilder();
        for (float value : row) {
            text.append(Integer.toHexString(Float.floatToRawIntBits(value))).append(',');
        }
        return text.toString();
    }

    private static float[] added(float[] a, float[] b) {
        float[] sum = a.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += b[i];
        }
        return sum;
    }
}
