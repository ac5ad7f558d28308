package dev.gradus.model.sparse;

import dev.gradus.data.sparse.FeatureList;
import java.util.Arrays;

/** Weights of the features that have any, and a bias. Immutable, if the arrays are left alone. */
public final class SparseWeights {

    private final int[] ids;
    private final float[] weights;
    private final float bias;
    private final long space;

    /** Takes over ids, which ascend and are less than {@code space}, and the weight of each. */
    public SparseWeights(int[] ids, float[] weights, float bias, long space) {
        if (ids.length != weights.length) {
            throw new IllegalArgumentException(
                    "not one weight for each feature: ids=" + ids.length + ", weights=" + weights.length);
        }
        this.ids = ids;
        this.weights = weights;
        this.bias = bias;
        this.space = space;
    }

    /** The weights that are not 0, given one for each feature of a list. */
    public static SparseWeights of(FeatureList features, float[] weights, float bias) {
        long[] order = new long[features.size()];
        int count = 0;
        for (int place = 0; place < order.length; place++) {
            if (weights[place] != 0) {
                order[count++] = ((long) features.id(place) << 32) | place;
            }
        }
        // Most lists ascend but for their frequent features, which are few.
        int ascending = ascendingFrom(order, count);
        Arrays.parallelSort(order, 0, ascending);
        int[] ids = new int[count];
        float[] kept = new float[count];
        int head = 0;
        int tail = ascending;
        for (int i = 0; i < count; i++) {
            boolean first = head < ascending && (tail == count || order[head] < order[tail]);
            long next = first ? order[head++] : order[tail++];
            ids[i] = (int) (next >>> 32);
            kept[i] = weights[(int) next];
        }
        return new SparseWeights(ids, kept, bias, features.space());
    }

    private static int ascendingFrom(long[] order, int count) {
        int from = count;
        while (from > 0 && (from == count || order[from - 1] < order[from])) {
            from--;
        }
        return from;
    }

    /** The weights in the order of a list; features without one have 0. */
    public float[] inOrderOf(FeatureList features) {
        float[] ordered = new float[features.size()];
        for (int place = 0; place < ordered.length; place++) {
            int at = Arrays.binarySearch(ids, features.id(place));
            ordered[place] = at >= 0 ? weights[at] : 0;
        }
        return ordered;
    }

    /** Features that have a weight. */
    public int size() {
        return ids.length;
    }

    /** How many features there could be. */
    public long space() {
        return space;
    }

    public int[] ids() {
        return ids;
    }

    public float[] weights() {
        return weights;
    }

    public float bias() {
        return bias;
    }
}
