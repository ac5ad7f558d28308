package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlocks;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.job.Job;
import dev.gradus.model.Evaluation;
import dev.gradus.model.TableModel;
import dev.gradus.model.Tally;
import dev.gradus.server.Consistency;
import dev.gradus.server.PushBatch;
import dev.gradus.server.RefusedPushException;
import dev.gradus.server.ServerLink;
import dev.gradus.server.ServerStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tables lie on servers. A worker takes the next block that nobody has taken, pulls the rows that it touches, learns on
 * copies of them, and pushes what became of it; while it learns, the rows of its next block are on their way. In
 * synchronous steps all workers push before anyone pulls again, each for its part of the step.
 *
 * @param <W> how blocks are learnt from
 */
final class ServedTables<W extends ServedWork<W>> implements Training {

    /** The strategy for tables on servers. */
    static final class Way implements TableStrategy {

        /** In step, a model with gradients has a batch of all; one that learns in place a block for each worker. */
        @Override
        public int blocksPerStep(Job job, int ranks, boolean gradients) {
            if (!ServerKeys.inStep(job)) {
                return 1;
            }
            return gradients ? job.integer(JobKeys.VIRTUAL_SHARDS) : ranks;
        }

        @Override
        public boolean oneProcess() {
            return false;
        }

        /** A push is a batch, or in synchronous steps a worker's part of one. */
        @Override
        public SparseBlocks.Cut cut(Job job, long rows, int usual) {
            int batch = (int) Math.min(rows, job.get(JobKeys.BATCH_SIZE));
            return new SparseBlocks.Cut(batch, ServerKeys.inStep(job) ? job.integer(JobKeys.VIRTUAL_SHARDS) : 1);
        }

        @Override
        public boolean weightsOnly() {
            return true;
        }

        @Override
        public int states(Job job, TableModel<?> model) {
            return ServedModel.rule(job, model).remembered();
        }

        @Override
        public <B> Training begin(TableSetup<B> setup, Peers peers, @Nullable Checkpoint start)
                throws ExchangeException {
            if (setup.model().batchLearner() == null) {
                return new ServedTables<>(setup, peers, start, ServedChanges.pair(setup));
            }
            List<TreeShare.Node> nodes = ServerKeys.inStep(setup.job())
                    ? new TreeShare(setup.blocksPerStep(), peers.exchange().ranks())
                            .nodes(peers.exchange().rank())
                    : List.of(new TreeShare.Node(0, 1, 0));
            List<ServedGradients<B>> pair =
                    List.of(new ServedGradients<>(setup, nodes), new ServedGradients<>(setup, nodes));
            return new ServedTables<>(setup, peers, start, pair);
        }
    }

    private final TableSetup<?> setup;
    private final Exchange exchange;
    private final ServedSteps steps;
    private final ServerLink link;
    private final ServedModel model;
    private final StepTally tally;
    private final Scores scores;
    private final ServedProgress progress;
    private final boolean inStep;

    /**
     * Whether a worker pulls its next block while it learns from one. Shards of this process, or in memory that is
     * shared with them, answer at once, so there rows are pulled when they are needed, and are as new as can be.
     */
    private final boolean ahead;

    /** Whether a worker may take numbers long before it pushes, since nobody waits for it. */
    private final boolean unbounded;

    private W now;
    private W next;

    private <B> ServedTables(TableSetup<B> setup, Peers peers, @Nullable Checkpoint start, List<W> pair)
            throws ExchangeException {
        this.setup = setup;
        this.exchange = peers.exchange();
        this.steps = new ServedSteps(setup, peers);
        this.link = steps.link();
        this.inStep = ServerKeys.inStep(setup.job());
        this.unbounded = Consistency.of(setup.job().get(ServerKeys.CONSISTENCY)) == Consistency.ASYNC;
        this.model = ServedModel.open(setup, link, start);
        this.ahead = setup.job().integer(ServerKeys.DEPTH) > 1 && link.isRemote(); // known when tables are open
        exchange.barrier(); // nobody pulls before rank 0 has set what it may have to set
        this.tally = new StepTally(exchange);
        this.scores = ServedScores.of(setup, exchange, link, tally);
        this.progress = new ServedProgress(exchange);
        this.now = pair.get(0);
        this.next = pair.get(1);
    }

    @Override
    public void train(int epoch, int from, int to, StepListener metrics)
            throws DataException, ExchangeException, DivergedException {
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

    /**
     * Pulls for its next block while it learns from one, if the number of that is there by then. It never waits for a
     * number while it holds another, since those who wait for that one would wait for ever.
     */
    private void trainApart(int epoch, int from, int to, StepListener metrics)
            throws DataException, ExchangeException, DivergedException {
        ServedNumbers numbers = new ServedNumbers(link, steps.nextPhase(), to - (long) from, unbounded);
        long number = begin(now, epoch, from, numbers);
        boolean early = false;
        while (number >= 0) {
            now.await();
            if (early) {
                now.follow(next); // which was pushed after this was pulled
            }
            numbers.ask();
            early = ahead && numbers.ready();
            long following = early ? begin(next, epoch, from, numbers) : -1;
            learn(now, epoch, (int) (from + number), new Ticket(numbers.phase(), number, from), metrics);
            number = early ? following : begin(next, epoch, from, numbers);
            swap();
        }
    }

    /** A number that was taken, and the first step of its phase. */
    private record Ticket(long phase, long number, int from) {}

    /** Begins with the next block, if there is any left, and returns its number or -1. */
    private long begin(W work, int epoch, int from, ServedNumbers numbers) throws DataException, ExchangeException {
        long number = numbers.next();
        if (number >= 0) {
            work.begin(epoch, from + number, from + number + 1, link);
        }
        return number;
    }

    private void swap() {
        W other = now;
        now = next;
        next = other;
    }

    private void learn(W work, int epoch, int step, Ticket ticket, StepListener metrics)
            throws ExchangeException, DivergedException {
        long samples = samples(step, step + 1);
        PushBatch push = new PushBatch(steps.number(epoch, step), samples, steps.rateOf(epoch, step))
                .ofTicket(ticket.phase(), ticket.number());
        long updates = learn(work, push, 0);
        long before = samples(ticket.from(), step + 1);
        metrics.step(progress.step(ticket.number() + 1, before, samples, updates));
    }

    /** Learns and pushes, and returns how many updates that was. */
    private long learn(W work, PushBatch push, int firstNode) throws ExchangeException {
        Tally block = tally.block();
        work.learn(steps.lastRate(), block);
        work.addTo(push, firstNode);
        link.push(push);
        long updates = block.updates();
        progress.learnt(block);
        tally.endBlock();
        tally.endAlone();
        return updates;
    }

    private void trainInStep(int epoch, int from, int to, StepListener metrics)
            throws DataException, ExchangeException, DivergedException {
        TreeShare share = new TreeShare(setup.blocksPerStep(), exchange.ranks());
        int firstNode = Servers.firstNode(share, exchange.rank());
        long blocks = setup.source().blocks();
        for (int step = from; step < to; step++) {
            long first = (long) step * setup.blocksPerStep();
            long ownFrom = Math.min(blocks, first + share.firstLeaf(exchange.rank()));
            long ownTo = Math.min(blocks, first + share.firstLeaf(exchange.rank() + 1));
            now.begin(epoch, ownFrom, ownTo, link);
            now.await();
            long own = setup.samples(ownFrom, ownTo);
            PushBatch push = new PushBatch(steps.number(epoch, step), own, steps.rateOf(epoch, step));
            long updates = learn(now, push, firstNode);
            metrics.step(progress.step(step + 1L - from, samples(from, step + 1), own, updates));
        }
    }

    /** Samples of the steps {@code from} to {@code to} of an epoch. */
    private long samples(int from, int to) {
        long perStep = setup.blocksPerStep();
        return setup.samples(from * perStep, to * perStep);
    }

    /** Goes on with tables that hardly move, so they are as good as new. */
    @Override
    public Trainer afresh() {
        steps.rehearse();
        return this;
    }

    @Override
    public float[] parameters() throws ExchangeException {
        return model.pull(exchange.rank());
    }

    @Override
    public List<float[]> state() throws ExchangeException {
        return model.state();
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
    public Evaluation evaluate() throws DataException, ExchangeException {
        return scores.of(new float[0]);
    }
}
