package dev.gradus.calibrate;

import dev.gradus.data.DataException;
import dev.gradus.data.RowKind;
import dev.gradus.forecast.Cost;
import dev.gradus.forecast.Jitter;
import dev.gradus.forecast.Machine;
import dev.gradus.forecast.Sum;
import dev.gradus.forecast.Work;
import dev.gradus.job.Job;
import dev.gradus.run.JobRunner;
import dev.gradus.train.JobKeys;
import dev.gradus.train.JobSize;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Measures a job on this machine by short runs of it, each the job itself with other steps and ranks:
 *
 * <ol>
 *   <li>on one rank with all, half and a quarter of its virtual shards: what a step costs, and what of that is serial;
 *   <li>on one rank and on two that do not exchange, in turns: how much busy cores slow each other;
 *   <li>two ranks that sum ranges of several lengths and do little else: latency and bandwidth between them;
 *   <li>for models of tables two ranks that sum what their steps touch: how many bytes that is, and how it grows.
 * </ol>
 *
 * Where the time is up, what is left is not measured, and the findings say so. Used by one thread, once.
 */
public final class Calibration {

    /** Seconds of training in one trial. */
    private static final double LONG = 1.0;

    private static final double SHORT = 0.6;
    private static final int PILOT_STEPS = 3;

    private final Kinds kinds;
    private final Trials trials;
    private final Job job;
    private final long start = System.nanoTime();
    private final Duration most;
    private final List<String> notes = new ArrayList<>();
    private final boolean rows;
    private final int units;

    /** Calibrates a job, for about {@code most} at most; {@code runner} runs its trials. */
    public Calibration(Kinds kinds, JobRunner runner, Job job, Duration most) {
        this.kinds = kinds;
        this.job = job;
        this.trials = new Trials(kinds, runner, job);
        this.most = most;
        this.rows = kinds.data(job) instanceof RowKind;
        this.units = job.integer(JobKeys.VIRTUAL_SHARDS);
    }

    /** Measures what forecasts of these strategies need: {@code allreduce}, {@code local}, {@code hogwild}. */
    public Findings run(List<String> strategies) throws RunFailedException, DataException, InterruptedException {
        double busy = Load.ofOthers();
        if (busy > 0) {
            notes.add("the machine is busy: others used " + Math.round(100 * busy)
                    + " % of its cores before the calibration, so bands are wider by as much");
        }
        JobSize size = JobSize.of(job, kinds);
        boolean summing = rows || strategies.contains(Kinds.ALLREDUCE);
        Steps steps = summing ? steps(Trials.by(job, Kinds.ALLREDUCE)) : Steps.NONE;
        TableTrials tables = new TableTrials(trials, this::more);
        Cost block = rows ? steps.cost() : tables.block(LONG);
        Map<Integer, Double> slowdowns = slowdowns(steps, block);
        Machine machine = new Machine(
                Runtime.getRuntime().availableProcessors(), slowdowns, links(size), jitter(steps), busy);
        List<Findings.Subject> subjects = new ArrayList<>();
        for (String strategy : strategies) {
            subjects.add(switch (strategy) {
                case Kinds.ALLREDUCE -> rows ? gradients(size, steps, machine) : tables.summed(steps, machine);
                case "local" -> rows ? averages(size, steps, machine) : tables.averaged(block, machine);
                default -> racing(strategy, steps, block, machine, tables);
            });
        }
        return new Findings(size.samples(), subjects, notes, (System.nanoTime() - start) / 1e9);
    }

    /** What steps of one rank cost by units, and single ones of about half of them. */
    record Steps(Cost cost, double samplesPerUnit, double[] intervals) {

        static final Steps NONE = new Steps(new Cost(0, 0), 1, new double[0]);
    }

    private Steps steps(Job summing) throws RunFailedException {
        int[] parts = Arrays.stream(new int[] {units, units / 2, units / 4})
                .filter(part -> part > 0)
                .distinct()
                .toArray();
        double[] amounts = new double[parts.length];
        double[] seconds = new double[parts.length];
        double[] intervals = {};
        double pilot = trials.run(summing, 1, PILOT_STEPS).secondsPerStep();
        double perUnit = 1;
        for (int i = 0; i < parts.length; i++) {
            double expected = Math.max(1e-7, pilot * parts[i] / units);
            Trial trial = trials.run(Trials.ofUnits(summing, parts[i]), 1, count(LONG, expected));
            amounts[i] = parts[i];
            seconds[i] = trial.secondsPerStep();
            intervals = i < 2 ? trial.intervals() : intervals;
            perUnit = i == 0 ? trial.samplesPerStep() / units : perUnit;
        }
        return new Steps(Cost.fit(amounts, seconds), perUnit, intervals);
    }

    private static Jitter jitter(Steps steps) {
        double total = Arrays.stream(steps.intervals()).sum();
        return steps.intervals().length < 2 || total <= 0 ? Jitter.none() : Jitter.of(steps.intervals());
    }

    private static long count(double seconds, double each) {
        return (long) Math.max(1, Math.min(10_000_000, seconds / each));
    }

    /** Whether there is time left for a trial of about so many seconds. */
    private boolean more(double seconds) {
        return (System.nanoTime() - start) / 1e9 + seconds < most.toMillis() / 1e3;
    }

    /**
     * By busy cores: how many times as long ranks compute that do not exchange. They are those of the strategy that
     * averages now and then, here once at the end.
     */
    private Map<Integer, Double> slowdowns(Steps steps, Cost block) throws RunFailedException {
        int cores = Runtime.getRuntime().availableProcessors();
        if (cores < 2) {
            return Map.of();
        }
        Job local = Trials.by(job, "local");
        int half = Math.max(1, units / 2);
        double turn = rows ? steps.cost().seconds(half) : block.seconds(1);
        long every = Math.min(1_000_000, count(SHORT, turn));
        Job few = Trials.put(rows ? Trials.ofUnits(local, half) : local, "strategy.every", every);
        Job many = Trials.put(rows ? Trials.ofUnits(local, 2 * half) : local, "strategy.every", every);
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < 3 && (round == 0 || more(4 * SHORT + 3)); round++) {
            double alone = trials.run(few, 1, 1).computeSecondsPerStep();
            ratios.add(trials.run(many, 2, 1).computeSecondsPerStep() / alone);
        }
        ratios.sort(null);
        return Map.of(2, Math.max(1, ratios.get(ratios.size() / 2)));
    }

    /** Seconds of a sum between two ranks by the bytes that each sends. */
    private Cost links(JobSize size) throws RunFailedException {
        long largest = rows
                ? size.buckets().stream().mapToLong(JobSize.Bucket::bytes).max().orElse(4096) / Float.BYTES
                : Math.min(size.parameters(), 250_000);
        long[] floats = Arrays.stream(new long[] {16, Math.max(1_000, largest / 8), Math.max(8_000, largest)})
                .map(length -> Math.min(length, 1_000_000))
                .distinct()
                .toArray();
        List<Double> bytes = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        for (long length : floats) {
            if (bytes.isEmpty() || more(SHORT + 2)) {
                Trial trial = trials.run(trials.sums(length), 2, count(SHORT, 30e-6 + length * 5e-9));
                bytes.add(trial.bytesPerStep());
                seconds.add(trial.exchangeSecondsPerStep());
            } else {
                notes.add("no time was left to measure sums of " + length + " numbers");
            }
        }
        return Cost.fit(array(bytes), array(seconds));
    }

    static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private Findings.Subject gradients(JobSize size, Steps steps, Machine machine) {
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
        return new Findings.Subject(work, machine, factor == 1);
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
