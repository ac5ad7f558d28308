package dev.gradus.train;

import dev.gradus.data.DataKeys;
import dev.gradus.data.DataKind;
import dev.gradus.data.RowKind;
import dev.gradus.exchange.Algorithm;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.job.KeyList;
import dev.gradus.model.ModelKind;
import dev.gradus.model.RowModelKind;
import dev.gradus.optim.OptimKeys;
import dev.gradus.train.Choice.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that a job can be made of: the four choices, their kinds, and all keys. Immutable. */
public final class Kinds {

    public static final String SEQUENTIAL = "sequential";
    public static final String ALLREDUCE = "allreduce";
    public static final String SERVER = "server";

    private static final List<StrategyKind> STRATEGIES = List.of(
            new StrategyKind(
                    SEQUENTIAL, "one rank that exchanges nothing", List.of(), RowTraining::begin, Racing.Way.ALONE),
            new StrategyKind(
                    ALLREDUCE,
                    "every rank adds its gradient to those of all others in every step",
                    join(CompressionKeys.all(), List.of(TableKeys.COMBINE)),
                    RowTraining::begin,
                    new Summing.Way()),
            new StrategyKind(
                    "hogwild",
                    "threads update the same parameters without a lock",
                    List.of(),
                    new RacingRows.Way(),
                    Racing.Way.RACING),
            new StrategyKind(
                    "local",
                    "ranks learn by themselves and average their parameters now and then",
                    List.of(TableKeys.EVERY),
                    new AveragingRows.Way(),
                    new Averaging.Way()),
            new StrategyKind(
                    SERVER,
                    "workers pull parameters from servers and push what they learn",
                    ServerKeys.all(),
                    new ServedRows.Way(),
                    new ServedTables.Way()));

    /** Keys of parts that are not chosen by a kind. */
    private static final List<Key<?>> OTHER_KEYS = Stream.concat(
                    Stream.of(DataKeys.PAGE_ROWS), OptimKeys.all().stream())
            .toList();

    private static final Pattern HEAP = Pattern.compile("(?:[1-9]\\d{0,8}[kKmMgG])?");

    private final List<ModelKind> models;
    private final List<DataKind> sets;
    private final List<Launcher> launchers;
    private final List<Key<?>> otherKeys;
    private final List<Key<?>> common;
    private final List<Choice> choices;
    private final KeyList keys;

    /** {@code otherKeys} are those that every job may have beside {@link JobKeys}. */
    public Kinds(List<ModelKind> models, List<DataKind> sets, List<Launcher> launchers, List<Key<?>> otherKeys) {
        this.models = List.copyOf(models);
        this.sets = List.copyOf(sets);
        this.launchers = List.copyOf(launchers);
        this.otherKeys = List.copyOf(otherKeys);
        this.common = join(join(JobKeys.all(), otherKeys), sections(launchers));
        this.choices = List.of(
                new Choice(
                        JobKeys.MODEL_KIND,
                        models.stream()
                                .map(kind -> new Kind(kind.name(), kind.summary(), kind.keys()))
                                .toList()),
                new Choice(
                        JobKeys.DATA_KIND,
                        sets.stream()
                                .map(kind -> new Kind(kind.name(), kind.summary(), keysOf(kind)))
                                .toList()),
                new Choice(
                        JobKeys.STRATEGY_KIND,
                        STRATEGIES.stream()
                                .map(kind -> new Kind(kind.name(), kind.summary(), kind.keys()))
                                .toList()),
                new Choice(
                        JobKeys.LAUNCH_KIND,
                        launchers.stream()
                                .map(kind -> new Kind(kind.name(), kind.summary(), kind.keys()))
                                .toList()));
        this.keys = new KeyList(allKeys(otherKeys));
    }

    private static List<Key<?>> sections(List<Launcher> launchers) {
        return launchers.stream()
                .<Key<?>>flatMap(launcher -> launcher.section().stream())
                .toList();
    }

    /** What is read of a kind of data, by itself or by whoever trains on it. */
    private static List<Key<?>> keysOf(DataKind kind) {
        return kind instanceof RowKind ? kind.keys() : join(kind.keys(), TableKeys.ofBlocks());
    }

    /** What this class path offers. */
    public static Kinds load() {
        return load(OTHER_KEYS);
    }

    public static Kinds load(List<Key<?>> otherKeys) {
        return new Kinds(
                services(ModelKind.class, ModelKind::name),
                services(DataKind.class, DataKind::name),
                services(Launcher.class, Launcher::name),
                otherKeys);
    }

    /** These kinds and one more model, in place of one that has the same name. */
    public Kinds with(ModelKind kind) {
        List<ModelKind> more = new ArrayList<>(models);
        more.removeIf(other -> other.name().equals(kind.name()));
        more.add(kind);
        return new Kinds(more, sets, launchers, otherKeys);
    }

    /** These kinds and one more kind of data, in place of one that has the same name. */
    public Kinds with(DataKind kind) {
        List<DataKind> more = new ArrayList<>(sets);
        more.removeIf(other -> other.name().equals(kind.name()));
        more.add(kind);
        return new Kinds(models, more, launchers, otherKeys);
    }

    public KeyList keys() {
        return keys;
    }

    /** Model, data, strategy and launch, in this order. */
    public List<Choice> choices() {
        return choices;
    }

    public ModelKind model(Job job) {
        return models.get(chosen(0, job));
    }

    public DataKind data(Job job) {
        return sets.get(chosen(1, job));
    }

    /** The model of a job that learns from rows; another is refused. */
    public RowModelKind rowModel(Job job) {
        if (model(job) instanceof RowModelKind rows) {
            return rows;
        }
        throw new JobException(
                JobKeys.MODEL_KIND.name(), JobKeys.MODEL_KIND + "=" + model(job).name() + " learns from no rows");
    }

    /** The data of a job whose model learns from rows; others are refused. */
    public RowKind rowData(Job job) {
        if (data(job) instanceof RowKind rows) {
            return rows;
        }
        throw new JobException(
                JobKeys.DATA_KIND.name(), JobKeys.DATA_KIND + "=" + data(job).name() + " gives no rows");
    }

    StrategyKind strategy(Job job) {
        return STRATEGIES.get(chosen(2, job));
    }

    public Launcher launcher(Job job) {
        return launchers.get(chosen(3, job));
    }

    private int chosen(int choice, Job job) {
        return choices.get(choice).kinds().indexOf(choices.get(choice).chosen(job));
    }

    /** Refuses what each key allows on its own but which cannot run together, with a {@link JobException}. */
    public void check(Job job) {
        List<Kind> chosen = choices.stream().map(choice -> choice.chosen(job)).toList();
        for (Key<?> key : keys.all()) {
            // A default is never out of place: a resolved job writes every key.
            if (job.written().contains(key) && !job.get(key).equals(key.defaultValue())) {
                checkApplies(job, key, chosen);
            }
        }
        checkData(job);
        checkStrategy(job);
        checkRanks(job);
        checkLimits(job);
        checkThreads(job);
        CompressionKeys.check(job);
        ThrottleKeys.check(job);
        Finish.check(job);
        checkOrder(job);
        if (strategy(job).name().equals(SERVER)) {
            ServerKeys.check(job);
        }
    }

    private static void checkOrder(Job job) {
        if (job.get(JobKeys.EXCHANGE_ALGORITHM).equals(Algorithm.RING.text()) && job.get(JobKeys.DETERMINISTIC)) {
            throw new JobException(
                    JobKeys.EXCHANGE_ALGORITHM.name(),
                    "exchange.algorithm=ring adds in an order that depends on ranks, but deterministic=true; set"
                            + " deterministic to false, or exchange.algorithm to owners");
        }
    }

    private void checkApplies(Job job, Key<?> key, List<Kind> chosen) {
        if (common.contains(key) || chosen.stream().anyMatch(kind -> kind.keys().contains(key))) {
            return;
        }
        for (Choice choice : choices) {
            List<Kind> readers = choice.readersOf(key);
            if (!readers.isEmpty()) {
                String choiceName = choice.key().name();
                throw new JobException(
                        key.name(),
                        key.name() + " does not apply to " + choiceName + "=" + job.get(choice.key())
                                + "; remove it, or set " + choiceName + " to "
                                + readers.stream().map(Kind::name).collect(Collectors.joining(" or ")));
            }
        }
    }

    private void checkData(Job job) {
        ModelKind model = model(job);
        if (!learnsFrom(model, data(job))) {
            String fitting = sets.stream()
                    .filter(data -> learnsFrom(model, data))
                    .map(DataKind::name)
                    .collect(Collectors.joining(" or "));
            throw new JobException(
                    JobKeys.DATA_KIND.name(),
                    JobKeys.DATA_KIND + "=" + data(job).name() + " is nothing that " + JobKeys.MODEL_KIND + "="
                            + model.name() + " can learn from; set " + JobKeys.DATA_KIND + " to " + fitting);
        }
    }

    private static boolean learnsFrom(ModelKind model, DataKind data) {
        return model.data().stream().anyMatch(kind -> kind.isInstance(data));
    }

    private void checkStrategy(Job job) {
        StrategyKind strategy = strategy(job);
        boolean rows = data(job) instanceof RowKind;
        if (rows ? strategy.rows() == null : strategy.tables() == null) {
            String fitting = STRATEGIES.stream()
                    .filter(kind -> rows ? kind.rows() != null : kind.tables() != null)
                    .map(StrategyKind::name)
                    .collect(Collectors.joining(", "));
            throw new JobException(
                    JobKeys.STRATEGY_KIND.name(),
                    JobKeys.STRATEGY_KIND + "=" + strategy.name() + " does not apply to " + JobKeys.MODEL_KIND + "="
                            + model(job).name() + "; set " + JobKeys.STRATEGY_KIND + " to one of " + fitting);
        }
        if (rows && !job.get(TableKeys.COMBINE).equals(TableKeys.COMBINE.defaultValue())) {
            throw new JobException(
                    TableKeys.COMBINE.name(),
                    TableKeys.COMBINE + " does not apply to " + JobKeys.MODEL_KIND + "="
                            + model(job).name() + ", whose gradients are averaged; remove it");
        }
        boolean together =
                rows ? strategy.forRows().oneProcess() : strategy.forTables().oneProcess();
        if (together && job.get(JobKeys.RANKS) > 1 && launcher(job).usesLinks()) {
            throw new JobException(
                    JobKeys.LAUNCH_KIND.name(),
                    JobKeys.STRATEGY_KIND + "=" + strategy.name() + " needs ranks that share one memory, but "
                            + JobKeys.LAUNCH_KIND + "=" + launcher(job).name() + "; set " + JobKeys.LAUNCH_KIND
                            + " to threads, or " + JobKeys.STRATEGY_KIND + " to local or allreduce");
        }
    }

    private static void checkRanks(Job job) {
        long ranks = job.get(JobKeys.RANKS);
        long shards = job.get(JobKeys.VIRTUAL_SHARDS);
        if (job.get(JobKeys.STRATEGY_KIND).equals(SEQUENTIAL) && ranks > 1) {
            throw new JobException(
                    JobKeys.RANKS.name(),
                    "ranks=" + ranks + " exceeds the one rank of strategy.kind=" + SEQUENTIAL
                            + "; set ranks to 1, or strategy.kind to " + ALLREDUCE);
        }
        if (ranks > shards) {
            throw new JobException(
                    JobKeys.RANKS.name(),
                    "ranks=" + ranks + " exceeds virtualShards=" + shards + "; set virtualShards to at least " + ranks);
        }
    }

    private static void checkLimits(Job job) {
        for (Key<Duration> key : List.of(JobKeys.EXCHANGE_TIMEOUT, JobKeys.EXCHANGE_SILENCE)) {
            if (job.get(key).compareTo(Duration.ofSeconds(1)) < 0) {
                throw new JobException(
                        key.name(),
                        key + "=" + Key.scalar(job.get(key))
                                + " would give up peers that are well; set it to at least 1s");
            }
        }
        String heap = job.get(JobKeys.LAUNCH_HEAP);
        if (!HEAP.matcher(heap).matches()) {
            throw new JobException(
                    JobKeys.LAUNCH_HEAP.name(), "launch.heap=" + heap + " is not a size; write it like 512m or 2g");
        }
    }

    /** More threads than cores would only take time from each other; of other machines the cores are not known here. */
    private void checkThreads(Job job) {
        long threads = job.get(JobKeys.LAUNCH_THREADS);
        long needed = threads * job.get(JobKeys.RANKS);
        int cores = Runtime.getRuntime().availableProcessors();
        if (threads > 1 && needed > cores && launcher(job).startsProcesses()) {
            throw new JobException(
                    JobKeys.LAUNCH_THREADS.name(),
                    "more threads than cores: ranks=" + job.get(JobKeys.RANKS) + ", " + JobKeys.LAUNCH_THREADS + "="
                            + threads + ", needed=" + needed + ", cores=" + cores + "; use fewer of either");
        }
    }

    private List<Key<?>> allKeys(List<Key<?>> otherKeys) {
        List<Key<?>> all = new ArrayList<>(JobKeys.all());
        choices.forEach(choice -> choice.kinds().forEach(kind -> all.addAll(kind.keys())));
        all.addAll(otherKeys);
        return all;
    }

    private static List<Key<?>> join(List<Key<?>> first, List<Key<?>> second) {
        List<Key<?>> all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }

    /** Sorted by name, since the order of the class path is nobody's choice. */
    private static <T> List<T> services(Class<T> type, Function<T, String> name) {
        return ServiceLoader.load(type).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(name))
                .toList();
    }
}
