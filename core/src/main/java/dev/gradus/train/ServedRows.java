package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.Batch;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.job.Job;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Replica;
import dev.gradus.model.Tally;
import dev.gradus.server.PushBatch;
import dev.gradus.server.RefusedPushException;
import dev.gradus.server.ServerLink;
import dev.gradus.server.ServerStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parameters lie on servers. A worker pulls all of them, computes the gradient of a batch, and pushes it; the servers
 * update. Workers have batches of their own and do not wait for each other, or in synchronous steps have each a part of
 * the same batch.
 */
final class ServedRows implements Training {

    /** The strategy for gradients of rows on servers. */
    static final class Way implements RowStrategy {

        /** Where workers are not in step each has a whole batch, so that the same rows make as many updates. */
        @Override
        public long planBatch(long batchSize, Job job, int ranks) {
            return ServerKeys.inStep(job) ? batchSize : batchSize * ranks;
        }

        @Override
        public int steps(int planSteps, Job job, int ranks) {
            return ServerKeys.inStep(job) ? planSteps : Math.multiplyExact(planSteps, ranks);
        }

        @Override
        public Training begin(RowSetup setup, Peers peers, @Nullable Checkpoint start) throws ExchangeException {
            return new ServedRows(setup, peers, start);
        }
    }

    private final RowSetup setup;
    private final Exchange exchange;
    private final ServedSteps steps;
    private final ServerLink link;
    private final ServedVector vector;
    private final ServedUpdate update;
    private final Replica replica;
    private final ShardGradients gradients;
    private final Evaluator evaluator;
    private final ServedProgress progress;
    private final Tally tally = new Tally();
    private final boolean inStep;

    private ServedRows(RowSetup setup, Peers peers, @Nullable Checkpoint start) throws ExchangeException {
        this.setup = setup;
        this.exchange = peers.exchange();
        this.steps = new ServedSteps(setup, peers);
        this.link = steps.link();
        this.inStep = ServerKeys.inStep(setup.job());
        this.vector = ServedVector.open(setup, link, start);
        exchange.barrier(); // nobody pulls before rank 0 has set the parameters
        TreeShare share = new TreeShare(setup.plan().virtualShards(), exchange.ranks());
        List<TreeShare.Node> nodes = inStep ? share.nodes(exchange.rank()) : List.of(share.allOf(exchange.rank()));
        this.update = new ServedUpdate(setup, vector, nodes.size(), Servers.firstNode(share, exchange.rank()));
        this.replica = setup.model().replica();
        this.gradients = new ShardGradients(replica, setup.layout().size(), nodes, inStep, update);
        this.evaluator = setup.evaluator(replica, exchange);
        this.progress = new ServedProgress(exchange);
    }

    @Override
    public void train(int epoch, int from, int to, StepListener metrics) throws ExchangeException, DivergedException {
        try {
            progress.begin();
            if (inStep) {
                trainInStep(epoch, from, to, metrics);
            } else {
                trainApart(epoch, from, to, metrics);
            }
            link.drain();
            metrics.step(progress.end(to - (long) from, samples(from, to)));
        } catch (RefusedPushException e) {
            throw Servers.refused(e);
        }
    }

    /** The rows of a step are those of a worker's own shards; its number, and so its rate, is whatever comes next. */
    private void trainApart(int epoch, int from, int to, StepListener metrics)
            throws ExchangeException, DivergedException {
        int ranks = exchange.ranks();
        long phase = steps.nextPhase();
        long limit = to - (long) from;
        int first = from + Math.floorMod(exchange.rank() - from, ranks);
        ServerLink.@Nullable Ticket asked = first < to ? link.ask(phase, limit) : null;
        for (int step = first; step < to && asked != null; step += ranks) {
            long ticket = asked.await();
            int number = (int) (from + ticket);
            vector.ask();
            Batch batch = setup.batches().read(epoch, step / ranks);
            vector.await();
            gradients.compute(vector.parameters(), batch);
            link.push(update.ofBatch(new Step(steps.number(epoch, number), steps.rateOf(epoch, number)), tally)
                    .ofTicket(phase, ticket));
            // Only now: a worker that waits for a number must not hold another.
            asked = step + ranks < to ? link.ask(phase, limit) : null;
            tell(ticket + 1, samples(from, number + 1), batch.size(), metrics);
        }
    }

    /** The number of a step and its rate. */
    record Step(long number, double rate) {}

    private void trainInStep(int epoch, int from, int to, StepListener metrics)
            throws ExchangeException, DivergedException {
        for (int step = from; step < to; step++) {
            vector.ask();
            Batch batch = setup.batches().read(epoch, step);
            vector.await();
            gradients.compute(vector.parameters(), batch);
            PushBatch push = update.ofPart(
                    new Step(steps.number(epoch, step), steps.rateOf(epoch, step)), batch.globalSize(), tally);
            link.push(push);
            tell(step + 1L - from, samples(from, step + 1), batch.size(), metrics);
        }
    }

    private void tell(long done, long samples, long own, StepListener metrics)
            throws ExchangeException, DivergedException {
        long updates = tally.updates();
        progress.learnt(tally);
        tally.clear();
        metrics.step(progress.step(done, samples, own, updates));
    }

    /** Rows of the steps {@code from} to {@code to} of an epoch, about: steps that are apart are of various sizes. */
    private long samples(int from, int to) {
        return samplesBefore(to) - samplesBefore(from);
    }

    private long samplesBefore(int step) {
        long rows = setup.plan().rows();
        return step == setup.extent().stepsPerEpoch()
                ? rows
                : Math.min(rows, step * setup.extent().samplesPerStep());
    }

    /** Goes on with parameters that hardly move, so they are as good as new. */
    @Override
    public Trainer afresh() {
        steps.rehearse();
        return this;
    }

    @Override
    public float[] parameters() throws ExchangeException {
        if (exchange.rank() != 0) {
            return new float[0];
        }
        vector.pull();
        return vector.parameters();
    }

    @Override
    public List<float[]> state() throws ExchangeException {
        return vector.state();
    }

    @Override
    public float[] result() throws ExchangeException {
        return steps.pulledByAll(parameters());
    }

    @Override
    public List<ServerStatistics> servers() throws ExchangeException {
        return steps.statistics();
    }

    @Override
    public double lastRate() {
        return steps.lastRate();
    }

    @Override
    public Evaluation evaluate() throws ExchangeException {
        vector.pull();
        return evaluator.evaluate(vector.parameters());
    }

    @Override
    public void close() {
        replica.close();
    }
}
