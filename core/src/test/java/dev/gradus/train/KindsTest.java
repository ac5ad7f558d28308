package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataKind;
import dev.gradus.data.DataSet;
import dev.gradus.data.RowKind;
import dev.gradus.data.Shape;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.math.Kernels;
import dev.gradus.model.Model;
import dev.gradus.model.ModelKind;
import dev.gradus.model.RowModelKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KindsTest {

    private static final Key<Long> ROWS = Key.whole("data.rows", 1000, 1, "rows to generate");
    private static final Key<Long> RINGS = Key.whole("data.rings", 2, 2, "circles");
    private static final Key<String> PATH = Key.text("data.path", "", "file to read");
    private static final Key<Double> PENALTY = Key.number("model.penalty", 0, 0, 1, "weight of the penalty");
    private static final Key<Double> RATE = Key.number("optimizer.rate", 0.1, 0, 10, "size of a step");

    private static final ModelKind LOGISTIC = new SomeModel("logistic", List.of(PENALTY));
    private static final DataKind LINEAR = new SomeData("linear", List.of(ROWS));
    private static final DataKind RINGED = new SomeData("rings", List.of(ROWS, RINGS));
    private static final DataKind CSV = new SomeData("csv", List.of(PATH));

    private static final List<Launcher> LAUNCHERS =
            List.of(new SomeLauncher("threads"), new SomeLauncher("processes"), new SomeLauncher("join"));

    private final Kinds kinds = new Kinds(List.of(LOGISTIC), List.of(CSV, LINEAR, RINGED), LAUNCHERS, List.of(RATE));

    /** A model kind that only has a name and keys. */
    private record SomeModel(String name, List<Key<?>> keys) implements RowModelKind {

        @Override
        public String summary() {
            return "a model";
        }

        @Override
        public Model create(Job job, Shape shape, Kernels kernels) {
            throw new UnsupportedOperationException();
        }
    }

    /** A data kind that only has a name and keys. */
    private record SomeData(String name, List<Key<?>> keys) implements RowKind {

        @Override
        public String summary() {
            return "a set";
        }

        @Override
        public DataSet open(Job job) {
            throw new UnsupportedOperationException();
        }
    }

    /** A launcher that only has a name. */
    private record SomeLauncher(String name) implements Launcher {

        @Override
        public String summary() {
            return "a launcher";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of();
        }

        @Override
        public RunResult run(Job job, Surroundings surroundings) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void theKeysOfEveryJobComeFirstThenThoseOfTheKindsThenTheRest() {
        List<Key<?>> all = kinds.keys().all();

        assertThat(all)
                .startsWith(JobKeys.all().toArray(Key<?>[]::new))
                .endsWith(
                        PENALTY,
                        PATH,
                        ROWS,
                        RINGS,
                        CompressionKeys.COMPRESSION,
                        CompressionKeys.SHARE,
                        TableKeys.COMBINE,
                        TableKeys.EVERY,
                        JobKeys.SERVERS,
                        JobKeys.LAUNCH_SERVERS,
                        ServerKeys.CONSISTENCY,
                        ServerKeys.STALENESS,
                        ServerKeys.ADAPT_RATE,
                        ServerKeys.DEPTH,
                        ServerKeys.WIRE,
                        ServerKeys.CACHE_ROWS,
                        ServerKeys.CACHE_STEPS,
                        RATE);
    }

    @Test
    void everyJobKeyAcceptsItsOwnDefault() {
        for (Key<?> key : JobKeys.all()) {
            assertThat(key.parse(Key.scalar(key.defaultValue()))).as(key.name()).isEqualTo(key.defaultValue());
        }
    }

    @Test
    void theJobNamesItsKinds() {
        assertThat(kinds.model(job(Map.of()))).isSameAs(LOGISTIC);
        assertThat(kinds.data(job(Map.of()))).isSameAs(LINEAR);
        assertThat(kinds.data(job(Map.of("data", "csv")))).isSameAs(CSV);
    }

    @Test
    void unknownKindsAreRefusedWithTheKnownOnes() {
        refuses(
                Map.of("data", "ring"),
                "data.kind",
                "unknown kind: data.kind=ring, known: csv, linear, rings; did you mean 'rings'?");
        refuses(
                Map.of("model", "logistics"),
                "model.kind",
                "unknown kind: model.kind=logistics, known: logistic; did you mean 'logistic'?");
        refuses(
                Map.of("strategy", "magic"),
                "strategy.kind",
                "unknown kind: strategy.kind=magic, known: sequential, allreduce, hogwild, local, server");
        refuses(
                Map.of("launch", "thread"),
                "launch.kind",
                "unknown kind: launch.kind=thread, known: threads, processes, join; did you mean 'threads'?");
    }

    @Test
    void aKeyOfAnotherKindIsRefused() {
        refuses(
                Map.of("data.path", "a.csv"),
                "data.path",
                "data.path does not apply to data.kind=linear; remove it, or set data.kind to csv");
        refuses(
                Map.of("data", "csv", "data.rows", 5L),
                "data.rows",
                "data.rows does not apply to data.kind=csv; remove it, or set data.kind to linear or rings");
    }

    @Test
    void keysThatKindsShareAndKeysOfEveryJobApply() {
        accepts(Map.of("data", "rings", "data.rows", 5L, "optimizer.rate", 1L, "model.penalty", 1L));
    }

    @Test
    void aResolvedJobPassesTheSameChecks() {
        accepts(job(Map.of("data", "csv", "data.path", "a.csv")).resolved());
    }

    @Test
    void sequentialRunsOnOneRankOnly() {
        accepts(Map.of("strategy", "sequential", "launch", "processes"));
        refuses(
                Map.of("strategy", "sequential", "ranks", 4L),
                "ranks",
                "ranks=4 exceeds the one rank of strategy.kind=sequential; set ranks to 1, or strategy.kind to"
                        + " allreduce");
    }

    @Test
    void moreRanksThanVirtualShardsAreRefused() {
        accepts(Map.of("ranks", 16L));
        refuses(
                Map.of("exchange.algorithm", "ring"),
                "exchange.algorithm",
                "exchange.algorithm=ring adds in an order that depends on ranks, but deterministic=true; set deterministic"
                        + " to false, or exchange.algorithm to owners");
        refuses(Map.of("ranks", 20L), "ranks", "ranks=20 exceeds virtualShards=16; set virtualShards to at least 20");
    }

    @Test
    void aTimeoutOfNothingIsRefused() {
        refuses(
                Map.of("exchange.timeout", "0s"),
                "exchange.timeout",
                "exchange.timeout=0s would give up peers that are well; set it to at least 1s");
        refuses(
                Map.of("exchange.silence", "999ms"),
                "exchange.silence",
                "exchange.silence=999ms would give up peers that are well; set it to at least 1s");
    }

    @Test
    void aHeapThatIsNoSizeIsRefused() {
        accepts(Map.of("launch.heap", "512m"));
        refuses(
                Map.of("launch.heap", "2 gigabytes"),
                "launch.heap",
                "launch.heap=2 gigabytes is not a size; write it like 512m or 2g");
    }

    @Test
    void moreThreadsThanCoresAreRefused() {
        long cores = Runtime.getRuntime().availableProcessors();
        Kinds loaded = Kinds.load();
        Map<String, Object> most = Map.of("launch.threads", cores);
        Map<String, Object> tooMany = Map.of("launch.threads", 2L, "ranks", cores);

        assertThatCode(() -> loaded.check(Job.of(loaded.keys(), most))).doesNotThrowAnyException();
        assertThatExceptionOfType(JobException.class)
                .isThrownBy(() -> loaded.check(Job.of(loaded.keys(), tooMany)))
                .withMessage("more threads than cores: ranks=" + cores + ", launch.threads=2, needed=" + 2 * cores
                        + ", cores=" + cores + "; use fewer of either");
    }

    @Test
    void threadsOfOneProcessHaveNoThreadsOfTheirOwn() {
        Kinds loaded = Kinds.load();
        Map<String, Object> scalars = Map.of("launch.threads", 2L, "launch.kind", "threads");

        assertThatExceptionOfType(JobException.class)
                .isThrownBy(() -> loaded.check(Job.of(loaded.keys(), scalars)))
                .withMessage("launch.threads does not apply to launch.kind=threads; remove it, or set launch.kind to"
                        + " processes or spark");
    }

    @Test
    void coresOfOtherMachinesAreNotCountedHere() {
        Kinds loaded = Kinds.load();
        Map<String, Object> scalars = Map.of("launch.threads", 1024L, "ranks", 2L, "launch.kind", "spark");

        assertThatCode(() -> loaded.check(Job.of(loaded.keys(), scalars))).doesNotThrowAnyException();
    }

    @Test
    void aJobMayCarryTheSectionOfALauncherThatItDoesNotUse() {
        Kinds loaded = Kinds.load();
        Map<String, Object> scalars = Map.of("spark.master", "yarn", "launch.kind", "threads");

        assertThatCode(() -> loaded.check(Job.of(loaded.keys(), scalars))).doesNotThrowAnyException();
    }

    @Test
    void twoKindsOfOneNameAreOurMistake() {
        assertThatThrownBy(() -> new Kinds(List.of(), List.of(CSV, CSV), List.of(), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kind declared twice: data.kind=csv");
    }

    @Test
    void theClassPathOffersStrategiesAndLaunchers() {
        List<Choice> choices = Kinds.load().choices();

        assertThat(choices)
                .extracting(choice -> choice.key().name())
                .containsExactly("model.kind", "data.kind", "strategy.kind", "launch.kind");
        assertThat(choices.get(2).kinds()).extracting(Choice.Kind::name).contains("sequential", "allreduce");
        assertThat(choices.get(3).kinds())
                .extracting(Choice.Kind::name)
                .contains("threads", "processes", "join", "spark");
    }

    @Test
    void noKeyIsAlsoASection() {
        List<String> names = Kinds.load().keys().all().stream().map(Key::name).toList();

        for (String name : names) {
            assertThat(names).noneMatch(other -> other.startsWith(name + "."));
        }
    }

    private Job job(Map<String, ?> scalars) {
        return Job.of(kinds.keys(), scalars);
    }

    private void accepts(Map<String, ?> scalars) {
        assertThatCode(() -> kinds.check(job(scalars))).doesNotThrowAnyException();
    }

    private void refuses(Map<String, ?> scalars, String key, String message) {
        assertThatExceptionOfType(JobException.class)
                .isThrownBy(() -> kinds.check(job(scalars)))
                .withMessage(message)
                .returns(key, JobException::key);
    }
}
