package dev.gradus.model.sparse;

import dev.gradus.data.sparse.FeatureList;
import dev.gradus.model.SparseModel;
import java.util.Arrays;
import java.util.stream.IntStream;

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

    /** The weights that are not 0, given those of the places of a list of features. Several threads ask for them. */
    public static SparseWeights of(FeatureList features, SparseModel.Weights weights) {
        int ascends = features.ascendsFrom();
        float[] first = new float[ascends];
        weights.copy(0, ascends, first);
        long[] head = IntStream.range(0, ascends)
                .filter(place -> first[place] != 0)
                .mapToLong(place -> (long) features.id(place) << Integer.SIZE | place)
                .toArray();
        Arrays.parallelSort(head);
        Ranges ranges = new Ranges(ascends, features.size(), weights);
        int[] next = ranges.starts(head.length);
        int count = next[ranges.count()];
        int[] ids = new int[count];
        float[] kept = new float[count];
        ranges.forEach((range, from, some, length) -> {
            int at = next[range];
            for (int i = 0; i < length; i++) {
                if (some[i] != 0) {
                    ids[at] = features.id(from + i);
                    kept[at++] = some[i];
                }
            }
            next[range] = at;
        });
        merge(head, first, ids, kept);
        return new SparseWeights(ids, kept, weights.bias(), features.space());
    }

    /** The weights of some places, of which several threads look at a range each. */
    private record Ranges(int from, int to, SparseModel.Weights weights) {

        /** Places of a range. */
        private static final int LENGTH = 1 << 18;

        /** Places that are copied at once: into a core's first cache. */
        private static final int SOME = 1 << 12;

        /** Is shown the weights of a range, some after the others. */
        interface Look {
            void at(int range, int from, float[] some, int length);
        }

        int count() {
            return (to - from) / LENGTH + 1; // the last may be empty
        }

        void forEach(Look look) {
            IntStream.range(0, count()).parallel().forEach(range -> {
                float[] some = new float[SOME];
                int begin = from + range * LENGTH;
                int all = Math.min(LENGTH, to - begin);
                for (int done = 0; done < all; done += SOME) {
                    int length = Math.min(SOME, all - done);
                    weights.copy(begin + done, begin + done + length, some);
                    look.at(range, begin + done, some, length);
                }
            });
        }

        /** Where weights of each range that are not 0 begin if those before the first take {@code before} places. */
        int[] starts(int before) {
            int[] starts = new int[count() + 1];
            starts[0] = before;
            forEach((range, unused, some, length) -> {
                int more = 0;
                for (int i = 0; i < length; i++) {
                    more += some[i] != 0 ? 1 : 0;
                }
                starts[range + 1] += more;
            });
            Arrays.parallelPrefix(starts, Math::addExact);
            return starts;
        }
    }

    /** Puts those of {@code head} among the others, which ascend and leave as much room before them as these need. */
    private static void merge(long[] head, float[] first, int[] ids, float[] kept) {
        int next = 0;
        int tail = head.length;
        for (int i = 0; next < head.length; i++) {
            int id = (int) (head[next] >>> Integer.SIZE);
            if (tail < ids.length && ids[tail] < id) {
                ids[i] = ids[tail];
                kept[i] = kept[tail++];
            } else {
                ids[i] = id;
                kept[i] = first[(int) head[next++]];
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
