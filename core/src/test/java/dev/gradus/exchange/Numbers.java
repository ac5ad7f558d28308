package dev.gradus.exchange;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * What the ranks of a test agree on, drawn from a seed: the leaves of a tree of any size, and the part of them that is
 * exchanged. Its sum is the oracle: plain loops, level by level. Not changed once made, so that all ranks share one.
 */
public final class Numbers {

    private final TreeShare share;
    private final int from;
    private final int to;
    private final float[][] leaves;
    private final float[] sum;

    /** {@code length} floats are exchanged; a few more stand before and after them and must stay as they are. */
    public Numbers(SplittableRandom random, TreeShare share, int length) {
        this.share = share;
        this.from = random.nextInt(6);
        this.to = from + length;
        this.leaves = new float[share.leaves()][to + random.nextInt(6)];
        for (float[] leaf : leaves) {
            for (int i = 0; i < leaf.length; i++) {
                leaf[i] = value(random);
            }
        }
        this.sum = treeSum(0, share.leaves());
    }

    /** Any sign and many magnitudes, so that another order of additions gives other bits nearly everywhere. */
    private static float value(SplittableRandom random) {
        float value = Math.scalb((float) random.nextDouble(1, 2), random.nextInt(-12, 13));
        return switch (random.nextInt(32)) {
            case 0 -> -0f;
            case 1 -> Float.MIN_VALUE;
            default -> random.nextBoolean() ? value : -value;
        };
    }

    /** A length that is empty, tiny, near the size at which algorithms change, or anything else. */
    public static int anyLength(SplittableRandom random, int ranks) {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> random.nextInt(ranks);
            case 3 -> ranks;
            case 4 -> random.nextInt(8191, 8194);
            case 5 -> random.nextInt(8194, 60_000);
            default -> random.nextInt(2, 3000);
        };
    }

    public TreeShare share() {
        return share;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    /** The nodes of a rank, new ones at every call. */
    public float[][] nodes(int rank) {
        return share.nodes(rank).stream()
                .map(node -> treeSum(node.from(), node.to()))
                .toArray(float[][]::new);
    }

    /** The sum of all leaves at these places, by what the exchange must give. */
    public float[] sum(int start, int end) {
        return Arrays.copyOfRange(sum, start, end);
    }

    /** Adds neighbours, then neighbours of those sums; one without a neighbour waits for the next level. */
    private float[] treeSum(int first, int end) {
        float[][] level = new float[end - first][];
        for (int leaf = first; leaf < end; leaf++) {
            level[leaf - first] = leaves[leaf].clone();
        }
        for (int count = level.length; count > 1; count = (count + 1) / 2) {
            for (int pair = 0; pair < count / 2; pair++) {
                level[pair] = added(level[2 * pair], level[2 * pair + 1]);
            }
            if (count % 2 == 1) {
                level[count / 2] = level[count - 1];
            }
        }
        return level[0];
    }

    private static float[] added(float[] a, float[] b) {
        float[] sum = new float[a.length];
        for (int i = 0; i < a.length; i++) {
            sum[i] = a[i] + b[i];
        }
        return sum;
    }

    @Override
    public String toString() {
        return share + ", from=" + from + ", to=" + to + ", length=" + sum.length;
    }
}
