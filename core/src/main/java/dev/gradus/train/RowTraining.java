package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.job.Job;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Replica;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Training on rows: gradients of virtual shards, summed over all ranks and applied to a replica on each. */
final class RowTraining implements Training {

    private final RowSetup setup;
    private final Job job;
    private final Exchange exchange;
    private final Replica replica;
    private final Evaluator evaluator;
    private final BucketSums sums;
    private final Updater updater;
    private final Worker worker;

    /** Training from the beginning, or from a checkpoint. */
    static Training begin(RowSetup setup, Peers peers, @Nullable Checkpoint start) {
        Updater updater = setup.updater();
        if (start != null) {
            updater.restore(start);
        }
        return new RowTraining(setup, updater, peers);
    }

    private RowTraining(RowSetup setup, Updater updater, Peers peers) {
        this.setup = setup;
        this.job = setup.job();
        this.exchange = peers.exchange();
        this.replica = setup.model().replica();
        this.evaluator = new Evaluator(replica, setup.testShards(), share(), exchange);
        this.sums = bucketSums(peers);
        this.updater = updater;
        this.worker = worker(updater);
    }

    /** Shares buffers with this training, since sums that compress remember what they did not send. */
    @Override
    public Trainer afresh() {
        return worker(setup.updater());
    }

    /** A worker that updates those parameters and shares all else with this training. */
    private Worker worker(Updater other) {
        int parameters = setup.model().layout().size();
        TreeShare share = share();
        boolean ordered = job.get(JobKeys.DETERMINISTIC);
        List<TreeShare.Node> nodes = ordered ? share.nodes(exchange.rank()) : List.of(share.allOf(exchange.rank()));
        ShardGradients gradients = new ShardGradients(replica, parameters, nodes, ordered, sums);
        return new Worker(setup.batches(), gradients, new Synchronous(other));
    }

    /** How gradients are added up: in the order of the tree of all shards, or each rank's as a whole. */
    private BucketSums.RangeSum rangeSum() {
        boolean asTheyAre = job.get(CompressionKeys.COMPRESSION).equals(CompressionKeys.NONE);
        if (!asTheyAre && exchange.ranks() > 1) {
            return CompressedRanges.of(job, exchange, setup.layout());
        }
        TreeShare share = job.get(JobKeys.DETERMINISTIC) ? share() : TreeShare.oneLeafEach(exchange.ranks());
        return (nodes, from, to) -> exchange.sum(share, nodes, from, to);
    }

    private BucketSums bucketSums(Peers peers) {
        BucketSums.RangeSum sum = rangeSum();
        Buckets buckets = Buckets.of(setup.layout(), job.get(JobKeys.EXCHANGE_BUCKET_BYTES));
        int cores = Runtime.getRuntime().availableProcessors();
        boolean overlap = buckets.count() > 1 && exchange.ranks() > 1 && Overlap.isWanted(job, exchange, cores);
        return overlap
                ? new OverlappedSums(sum, buckets, exchange, peers.ledger(), peers.beside())
                : new InlineSums(sum, buckets);
    }

    private TreeShare share() {
        return new TreeShare(job.integer(JobKeys.VIRTUAL_SHARDS), exchange.ranks());
    }

    @Override
    public void train(int epoch, int from, int to, StepListener metrics) throws ExchangeException, DivergedException {
        worker.train(epoch, from, to, metrics);
    }

    @Override
    public float[] parameters() {
        return updater.parameters();
    }

    @Override
    public List<float[]> state() {
        return updater.state();
    }

    @Override
    public double lastRate() {
        return updater.lastRate();
    }

    @Override
    public Evaluation evaluate() throws ExchangeException {
        return evaluator.evaluate(updater.parameters());
    }

    @Override
    public void close() {
        try {
            sums.close();
        } finally {
            replica.close();
        }
    }
}
