package dev.gradus.data;

import java.util.ArrayList;
import java.util.List;

/** Cuts a rank's rows into the batches of a plan. Holds one batch, which every read fills anew. Used by one thread. */
public final class BatchReader {

    private final SamplePlan plan;
    private final Batch batch;

    /** A reader of the shards {@code firstShard} and those that follow, one store for each. */
    public BatchReader(SamplePlan plan, int firstShard, List<? extends RowStore> stores) {
        List<Slice> slices = new ArrayList<>();
        for (RowStore store : stores) {
            int shard = firstShard + slices.size();
            long expected = plan.shardTo(shard) - plan.shardFrom(shard);
            if (store.rows() != expected) {
                throw new IllegalArgumentException("store does not hold its shard: shard=" + shard + ", rows="
                        + store.rows() + ", expected=" + expected);
            }
            slices.add(new Slice(store));
        }
        this.plan = plan;
        this.batch = new Batch(firstShard, slices);
        for (int i = 0; i < slices.size(); i++) {
            int shard = i;
            slices.get(i).followedBy(() -> following(shard));
        }
    }

    /** Reads the shards of one rank, and no other rows, from the source. */
    public static BatchReader load(SamplePlan plan, RowSource source, RowStore.Loader loader, int rank, int ranks)
            throws DataException {
        if (source.rows() != plan.rows()) {
            throw new IllegalArgumentException(
                    "plan is for another source: planned=" + plan.rows() + ", rows=" + source.rows());
        }
        int firstShard = plan.firstShard(rank, ranks);
        List<RowStore> stores = new ArrayList<>();
        for (int shard = firstShard; shard < plan.firstShard(rank + 1, ranks); shard++) {
            stores.add(loader.load(source, plan.shardFrom(shard), plan.shardTo(shard)));
        }
        return new BatchReader(plan, firstShard, stores);
    }

    /** A reader of the same rows by another plan, whose shards must have the same rows. */
    public BatchReader with(SamplePlan other) {
        return new BatchReader(other, batch.firstShard(), stores());
    }

    public SamplePlan plan() {
        return plan;
    }

    /** The stores that this rank holds, one for each of its shards. */
    public List<RowStore> stores() {
        return batch.slices().stream().map(Slice::rows).toList();
    }

    /** This rank's part of any step, in the batch that the next read fills anew. */
    public Batch read(int epoch, int step) {
        List<Slice> slices = batch.slices();
        for (int i = 0; i < slices.size(); i++) {
            plan.fill(slices.get(i), batch.firstShard() + i, epoch, step);
        }
        batch.globalSize(plan.globalSize(step));
        return batch;
    }

    /** What comes after a slice of the batch: that of the next shard, or the first of the next step. */
    private Slice following(int index) {
        Slice now = batch.slices().get(index);
        boolean sameStep = index + 1 < batch.slices().size();
        boolean sameEpoch = sameStep || now.step() + 1 < plan.stepsPerEpoch();
        int next = sameStep ? index + 1 : 0;
        Slice following = new Slice(batch.slices().get(next).rows());
        plan.fill(
                following,
                batch.firstShard() + next,
                sameEpoch ? now.epoch() : now.epoch() + 1,
                sameStep ? now.step() : sameEpoch ? now.step() + 1 : 0);
        return following;
    }
}
