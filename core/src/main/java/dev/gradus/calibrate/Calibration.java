package dev.gradus.calibrate;

import dev.gradus.data.DataException;
import dev.gradus.data.RowKind;
import dev.gradus.forecast.Cost;
import dev.gradus.forecast.Jitter;
import dev.gradus.forecast.Machine;
import dev.gradus.forecast.Sum;
import dev.gradus.forecast.Work;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.run.JobRunner;
import dev.gradus.train.JobKeys;
import dev.gradus.train.JobSize;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures a job on this machine by short runs of it, each the job itself with other steps and ranks:
 *
 * <ol>
 *   <li>on one rank with all, half and a quarter of its virtual shards: what a step costs, and what of that is serial;
 *   <li>whole steps on one rank and on two, in turns: how much busy cores slow each other, and what exchange takes
 *       between two computations; for models of tables, ranks that do not exchange;
 *   <li>two ranks that sum ranges of several lengths and do little else: latency and bandwidth between them;
 *   <li>for models of tables two ranks that sum what their steps touch: how many bytes that is, and how it grows.
 * </ol>
 *
 * Where the time is up, what is left is not measured, and the findings say so. Used by one thread, once.
 */
public final class Calibration {

    /** Seconds of training in a trial that measures steps, and the most that it may be of all the time. */
    private static final double LONG = 1.0;

    private static final double MOST_SHARE = 0.05;
    private static final int PILOT_STEPS = 3;

    /** Steps by which jitter is judged, at most. */
    private static final int MOST_STEPS = 20_000;

    private static final double MUCH_LONGER = 1.5;

    /** How often to look at what two ranks do to each other, if there is time. */
    private static final int MOST_PAIRS = 5;

    private final Kinds kinds;
    private final Trials trials;
    private final Job job;
    private final Duration most;
    private final Budget budget;
    private final List<String> notes = new ArrayList<>();
    private final boolean rows;
    private final int units;
    private final double longTrial;
    private final double shortTrial;

    /** Calibrates a job, for about {@code most} at most; {@code runner} runs its trials. */
    public Calibration(Kinds kinds, JobRunner runner, Job job, Duration most) {
        this.kinds = kinds;
        this.job = job;
        this.trials = new Trials(kinds, runner, job);
        this.most = most;
        this.budget = new Budget(most, System::nanoTime);
        this.rows = kinds.data(job) instanceof RowKind;
        this.units = job.integer(JobKeys.VIRTUAL_SHARDS);
        this.longTrial = Math.min(LONG, MOST_SHARE * most.toMillis() / 1e3);
        this.shortTrial = 0.6 * longTrial;
    }

    /**
     * Measures what forecasts of these strategies need: {@code allreduce}, {@code local}, {@code hogwild}, and for
     * {@code server} how fast one is.
     */
    public Findings run(List<String> strategies) throws RunFailedException, DataException, InterruptedException {
        double busy = Load.ofOthers();
        if (busy > 0) {
            notes.add("the machine is busy: others used " + Math.round(100 * busy)
                    + " % of its cores before the calibration, so bands are wider by as much");
        }
        JobSize size = JobSize.of(job, kinds);
        boolean summing = rows || strategies.contains(Kinds.ALLREDUCE);
        Steps steps = summing ? steps(Trials.by(job, Kinds.ALLREDUCE)) : Steps.NONE;
        TableTrials tables = new TableTrials(trials, shortTrial);
        Cost block = rows ? steps.cost() : tables.block(longTrial);
        StepPairs pairs = new StepPairs(
                trials, Trials.by(job, Kinds.ALLREDUCE), wholeSteps(size, steps), stepsOfJob(size, steps));
        boolean paired = rows && units > 1 && Runtime.getRuntime().availableProcessors() > 1;
        budget.owe(later(strategies));
        boolean linked = rows || strategies.contains("local");
        Machine machine =
                paired ? machine(size, steps, pairs, busy) : machine(linked ? size : null, steps, block, busy);
        Steps known = paired ? steps.with(pairs.anchored(steps.cost(), units)) : steps;
        List<Findings.Subject> subjects = new ArrayList<>();
        for (String strategy : strategies) {
            switch (strategy) {
                case Kinds.ALLREDUCE ->
                    subjects.add(
                            rows
                                    ? gradients(size, known, machine, paired ? pairs : null)
                                    : summed(tables, strategies, size, steps, machine));
                case "local" -> subjects.add(rows ? averages(size, known, machine) : tables.averaged(block, machine));
                case Kinds.SERVER -> {}
                default -> subjects.add(racing(strategy, known, block, machine, tables));
            }
        }
        double serverSpeed = strategies.contains(Kinds.SERVER) ? serverSpeed(steps, block) : Double.NaN;
        double seconds = budget.elapsed();
        if (seconds > MUCH_LONGER * most.toSeconds()) {
            notes.add("the calibration took " + Math.round(seconds) + " s: what must be measured takes that long here");
        }
        return new Findings(size.samples(), subjects, serverSpeed, notes, seconds);
    }

    /**
     * Runs of two ranks, or of servers, that come after those which show how ranks slow each other; a pair of runs on
     * one rank and on two counts as one.
     */
    private int later(List<String> strategies) {
        int served = strategies.contains(Kinds.SERVER) ? 1 : 0;
        int summed = !rows && strategies.contains(Kinds.ALLREDUCE) ? 3 : 0;
        int averaged = !rows && strategies.contains("local") ? 2 : 0;
        return served + summed + averaged;
    }

    /** What steps of one rank cost by units, and how single ones of about half of them vary. */
    record Steps(Cost cost, double samplesPerUnit, Jitter jitter) {

        static final Steps NONE = new Steps(new Cost(0, 0), 1, Jitter.none());

        Steps with(Cost other) {
            return new Steps(other, samplesPerUnit, jitter);
        }
    }

    private Steps steps(Job summing) throws RunFailedException {
        int first = Math.min(2, units);
        double unit = trials.watch(Trials.ofUnits(summing, first), PILOT_STEPS).secondsPerStep() / first;
        int largest = (int) Math.max(first, Math.min(units, longTrial / 2 / Math.max(1e-9, unit)));
        int[] parts = Arrays.stream(new int[] {largest, largest / 2, largest / 4})
                .filter(part -> part > 0)
                .distinct()
                .toArray();
        double[] amounts = new double[parts.length];
        double[] seconds = new double[parts.length];
        double[] intervals = {};
        double perUnit = 1;
        for (int i = 0; i < parts.length; i++) {
            double expected = Math.max(1e-7, unit * parts[i]);
            Trial trial = trials.watch(Trials.ofUnits(summing, parts[i]), count(longTrial, expected));
            amounts[i] = parts[i];
            seconds[i] = trial.secondsPerStep();
            intervals = i < 2 ? trial.intervals() : intervals;
            perUnit = i == 0 ? trial.samplesPerStep() / parts[i] : perUnit;
        }
        return new Steps(Cost.fit(amounts, seconds), perUnit, jitter(intervals));
    }

    private static Jitter jitter(double[] intervals) {
        boolean some = intervals.length > 1 && Arrays.stream(intervals).sum() > 0;
        return some ? Jitter.of(Arrays.copyOf(intervals, Math.min(intervals.length, MOST_STEPS))) : Jitter.none();
    }

    private static long count(double seconds, double each) {
        return (long) Math.max(1, Math.min(10_000_000, seconds / each));
    }

    /** One turn of one rank and of two that do not exchange: how many times as long the two compute. */
    private interface Pair {

        double slowdown() throws RunFailedException;
    }

    /** Ranks of the strategy that averages now and then, here once at the end. */
    private Pair pair(Steps steps, Cost block) {
        Job local = Trials.apart(job);
        int half = Math.max(1, units / 2);
        double turn = rows ? steps.cost().seconds(half) : block.seconds(1);
        long every = Math.min(1_000_000, count(shortTrial, turn));
        Job few = Trials.put(rows ? Trials.ofUnits(local, half) : local, "strategy.every", every);
        Job many = Trials.put(rows ? Trials.ofUnits(local, 2 * half) : local, "strategy.every", every);
        return () -> {
            double alone = trials.run(few, 1, 1).computeSecondsPerStep();
            return trials.run(many, 2, 1).computeSecondsPerStep() / alone;
        };
    }

    private Findings.Subject summed(
            TableTrials tables, List<String> strategies, JobSize size, Steps steps, Machine machine)
            throws RunFailedException {
        List<String> others = strategies.stream()
                .filter(name -> !name.equals(Kinds.ALLREDUCE))
                .toList();
        budget.owe(1 + later(others));
        return tables.summed(steps, stepsOfJob(size, steps), machine, budget);
    }

    private double stepsOfJob(JobSize size, Steps steps) {
        return size.samples() / (steps.samplesPerUnit() * units);
    }

    /** Steps of a pair: those of the job if it is short, because a short run is slowed by what a long one is not. */
    private long wholeSteps(JobSize size, Steps steps) {
        return Math.max(
                1,
                Math.min(
                        Math.round(stepsOfJob(size, steps)),
                        count(longTrial, Math.max(1e-7, steps.cost().seconds(units)))));
    }

    /** What ranks do to each other, by whole steps of one and of two; as often as there is time. */
    private Machine machine(JobSize size, Steps steps, StepPairs pairs, double busy) throws RunFailedException {
        long before = System.nanoTime();
        pairs.run();
        double took = (System.nanoTime() - before) / 1e9;
        Cost sums = links(size);
        while (pairs.count() < MOST_PAIRS && budget.more(1.2 * took)) {
            pairs.run();
        }
        if (pairs.count() == 1) {
            notes.add("there was time for one pair only of runs on 1 and 2 ranks; a longer calibration has more");
        }
        double slowdown = pairs.slowdown(pairs.anchored(steps.cost(), units), units);
        int cores = Runtime.getRuntime().availableProcessors();
        return new Machine(cores, Map.of(2, slowdown), sums, steps.jitter(), busy);
    }

    /** Bytes that a server of this job takes in and gives out in a second of work; NaN, with a note, if it has none. */
    private double serverSpeed(Steps steps, Cost block) {
        double each = rows
                ? steps.cost().seconds(units)
                : Math.max(block.seconds(1), steps.cost().seconds(units));
        try {
            double speed = trials.run(trials.served(), 1, count(shortTrial, Math.max(1e-6, each)))
                    .serverBytesPerSecond();
            if (speed > 0) {
                notes.add(String.format(
                        Locale.ROOT, "one server was busy at %.3f GB/s of this job's messages", speed / 1e9));
                return speed;
            }
            notes.add("a server had nothing to do in its trial, so its speed is assumed; --server-speed sets it");
        } catch (JobException | RunFailedException e) {
            notes.add("a server of this job does not run, so its speed is assumed; --server-speed sets it: "
                    + e.getMessage());
        }
        return Double.NaN;
    }

    /**
     * What ranks do to each other on this machine: how they slow each other, as often as there is time, and what sums
     * of a range take, unless {@code size} is null because nobody needs these.
     */
    private Machine machine(@Nullable JobSize size, Steps steps, Cost block, double busy) throws RunFailedException {
        int cores = Runtime.getRuntime().availableProcessors();
        Pair pair = pair(steps, block);
        List<Double> ratios = new ArrayList<>();
        long before = System.nanoTime();
        if (cores > 1) {
            ratios.add(pair.slowdown());
        }
        double took = (System.nanoTime() - before) / 1e9;
        Cost sums = size == null ? new Cost(0, 0) : links(size);
        while (cores > 1 && ratios.size() < MOST_PAIRS && budget.more(1.2 * took)) {
            ratios.add(pair.slowdown());
        }
        if (ratios.size() == 1) {
            notes.add("there was time for one look only at how two cores slow each other");
        }
        ratios.sort(null);
        Map<Integer, Double> slowdowns =
                ratios.isEmpty() ? Map.of() : Map.of(2, Math.max(1, ratios.get(ratios.size() / 2)));
        return new Machine(cores, slowdowns, sums, steps.jitter(), busy);
    }

    /** Seconds of a sum between two ranks by the bytes that each sends: the shortest, the longest, one in between. */
    private Cost links(JobSize size) throws RunFailedException {
        long largest = rows
                ? size.buckets().stream().mapToLong(JobSize.Bucket::bytes).max().orElse(4096) / Float.BYTES
                : Math.min(size.parameters(), 250_000);
        long longest = Math.min(1_000_000, Math.max(8_000, largest));
        List<Double> bytes = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        for (long length : new long[] {16, longest, longest / 8}) {
            if (bytes.size() < 2 || budget.more(shortTrial + 2)) {
                Trial trial = trials.run(trials.sums(length), 2, count(shortTrial, 30e-6 + length * 5e-9));
                bytes.add(trial.bytesPerStep());
                seconds.add(trial.exchangeSecondsPerStep());
            }
        }
        return Cost.fit(array(bytes), array(seconds));
    }

    static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private Findings.Subject gradients(JobSize size, Steps steps, Machine machine, @Nullable StepPairs pairs) {
        List<Sum> sums = size.buckets().stream()
                .map(bucket -> new Sum(bucket.bytes(), 0, bucket.early(), 1))
                .toList();
        double factor = switch (String.valueOf(job.get(job.keys().find("exchange.compression")))) {
            case "bf16" -> 0.5;
            case "topk" -> 2 * ((Number) job.get(job.keys().find("exchange.topk"))).doubleValue();
            default -> 1;
        };
        Work work = new Work(
                Kinds.ALLREDUCE,
                units,
                false,
                1,
                steps.cost(),
                steps.samplesPerUnit(),
                sums.stream().map(sum -> sum.times(factor)).toList());
        return new Findings.Subject(work, pairs == null ? machine : pairs.tuned(machine, work), factor == 1);
    }

    private Findings.Subject averages(JobSize size, Steps steps, Machine machine) {
        List<Sum> sums = new ArrayList<>();
        for (int array = 0; array <= size.states(); array++) {
            sums.add(Sum.dense((double) size.parameters() * Float.BYTES));
        }
        return new Findings.Subject(
                new Work("local", units, false, every(job), steps.cost(), steps.samplesPerUnit(), sums),
                machine,
                false);
    }

    /** Blocks or batches between two averages. */
    static double every(Job job) {
        return ((Number) job.get(job.keys().find("strategy.every"))).doubleValue();
    }

    /** Threads that never wait for each other: each does steps of its own. */
    private Findings.Subject racing(String strategy, Steps steps, Cost block, Machine machine, TableTrials tables) {
        Work work = rows
                ? new Work(strategy, units, true, 1, steps.cost(), steps.samplesPerUnit(), List.of())
                : new Work(strategy, 1, true, 1, block, tables.samplesPerBlock(), List.of());
        return new Findings.Subject(work, machine, false);
    }
}
