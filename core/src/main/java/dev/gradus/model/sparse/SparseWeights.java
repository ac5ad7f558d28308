package dev.gradus.model.sparse;

import dev.gradus.data.sparse.FeatureList;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Weights of the features that have any, and a bias. Immutable, if the arrays are left alone. */
public final class SparseWeights {

    /** Places that a thread looks at in one go. */
    private static final int RANGE = 1 << 18;

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

    /** Weights by place. */
    @FunctionalInterface
    public interface ByPlace {
        float weight(int place);
    }

    /** The weights that are not 0, given one for each place of a list of features. Any thread may be asked for them. */
    public static SparseWeights of(FeatureList features, ByPlace weights, float bias) {
        int ascends = features.ascendsFrom();
        long[] head = IntStream.range(0, ascends)
                .filter(place -> weights.weight(place) != 0)
                .mapToLong(place -> (long) features.id(place) << Integer.SIZE | place)
                .toArray();
        Arrays.parallelSort(head);
        int[] starts = starts(ascends, features.size(), weights);
        int count = Math.addExact(head.length, starts[starts.length - 1]);
        int[] ids = new int[count];
        float[] kept = new float[count];
        IntStream.range(0, starts.length - 1).parallel().forEach(range -> {
            int from = ascends + range * RANGE;
            int to = Math.min(features.size(), from + RANGE);
            int at = head.length + starts[range];
            for (int place = from; place < to; place++) {
                float weight = weights.weight(place);
                if (weight != 0) {
                    ids[at] = features.id(place);
                    kept[at++] = weight;
                }
            }
        });
        merge(head, weights, ids, kept);
        return new SparseWeights(ids, kept, bias, features.space());
    }

    /** How many weights the ranges of places before each have that are not 0, and behind them how many all have. */
    private static int[] starts(int from, int to, ByPlace weights) {
        int ranges = (to - from + RANGE - 1) / RANGE;
        int[] starts = new int[ranges + 1];
        IntStream.range(0, ranges).parallel().forEach(range -> {
            int count = 0;
            for (int place = from + range * RANGE; place < Math.min(to, from + (range + 1) * RANGE); place++) {
                count += weights.weight(place) != 0 ? 1 : 0;
            }
            starts[range + 1] = count;
        });
        Arrays.parallelPrefix(starts, Integer::sum);
        return starts;
    }

    /** Puts those of {@code head} among the others, which ascend and leave as much room before them as these need. */
    private static void merge(long[] head, ByPlace weights, int[] ids, float[] kept) {
        int next = 0;
        int tail = head.length;
        for (int i = 0; next < head.length; i++) {
            int id = (int) (head[next] >>> Integer.SIZE);
            if (tail < ids.length && ids[tail] < id) {
                ids[i] = ids[tail];
                kept[i] = kept[tail++];
            } else {
                ids[i] = id;
                kept[i] = weights.weight((int) head[next++]);
            }
        }
    }

    /** The weights in the order of a list; features without one have 0. */
    public float[] inOrderOf(FeatureList features) {
        float[] ordered = new float[features.size()];
        int at = 0;
        for (int place = 0; place < ordered.length; place++) {
            int id = features.id(place);
            at = from(id, at);
            ordered[place] = at < ids.length && ids[at] == id ? weights[at] : 0;
        }
        return ordered;
    }

    /** The place of the first feature that is not before one, which is looked for near {@code hint}: lists ascend. */
    private int from(int id, int hint) {
        int high = hint > 0 && ids[hint - 1] >= id ? 0 : hint;
        int low = high;
        for (int step = 1; high < ids.length && ids[high] < id; step *= 2) {
            low = high + 1;
            high = Math.min(ids.length, high + step);
        }
        int found = Arrays.binarySearch(ids, low, high, id);
        return found < 0 ? -found - 1 : found;
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
