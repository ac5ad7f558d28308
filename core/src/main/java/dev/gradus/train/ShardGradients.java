package dev.gradus.train;

import dev.gradus.data.Batch;
import dev.gradus.data.Slice;
import dev.gradus.math.FloatMath;
import dev.gradus.model.Gradient;
import dev.gradus.model.Replica;

/**
 * The gradient of a rank's batch: that of each of its virtual shards, added pairwise in the order of
 * {@link FloatMath#treeSum}. A shard's gradient depends on its rows alone and the order on nothing, so ranks that hold
 * whole subtrees of shards hand the exchange exactly the numbers that a single rank would have had at that place.
 */
final class ShardGradients {

    private final Replica replica;
    private final Gradient[] shards;
    private final float[][] terms;

    ShardGradients(Replica replica, int parameters, int shards) {
        this.replica = replica;
        this.shards = new Gradient[shards];
        this.terms = new float[shards][];
        for (int i = 0; i < shards; i++) {
            this.shards[i] = new Gradient(parameters);
        }
    }

    /** Replaces {@code gradient} by the sum over the batch. */
    void sum(float[] parameters, Batch batch, Gradient gradient) {
        gradient.clear();
        int count = 0;
        for (Slice slice : batch.slices()) {
            replica.gradient(parameters, slice, shards[count]);
            terms[count] = shards[count].values();
            count++;
        }
        if (count > 0) {
            FloatMath.treeSum(terms, gradient.values().length);
            System.arraycopy(terms[0], 0, gradient.values(), 0, gradient.values().length);
        }
    }
}
