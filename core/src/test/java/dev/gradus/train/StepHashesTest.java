package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.data.BlobsKind;
import dev.gradus.data.DataKeys;
import dev.gradus.data.Shape;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.math.HashChain;
import dev.gradus.math.Kernels;
import dev.gradus.math.ParametersHash;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.RunObserver;
import dev.gradus.model.Layout;
import dev.gradus.model.Model;
import dev.gradus.model.ModelKind;
import dev.gradus.model.Replica;
import dev.gradus.model.RowModelKind;
import dev.gradus.model.logistic.LogisticKind;
import dev.gradus.optim.OptimKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class StepHashesTest {

    @Test
    void everyStepIsHashedAndTheLastHashesAreThoseOfTheResult() throws Exception {
        Runs.Recorder recorder = new Runs.Recorder();

        RunResult result = Runs.run(Runs.job("ranks", 2, "epochs", 3, "metrics.hashes", 1), recorder);

        List<HashReading> hashes = recorder.hashes();
        assertThat(hashes)
                .extracting(HashReading::step)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 24).boxed().toList());
        float[] parameters = result.parameters();
        assertThat(hashes.get(23).blocks())
                .containsExactly(
                        Map.entry("weights", ParametersHash.of(parameters, 0, 20)),
                        Map.entry("bias", ParametersHash.of(parameters, 20, 21)));
    }

    @Test
    void theChainIsOverAllStepsAndBlocksSoFar() throws Exception {
        HashChain chain = new HashChain();

        for (HashReading reading : hashes(Runs.job("metrics.hashes", 3))) {
            chain.add(reading.step());
            reading.blocks().values().forEach(hash -> chain.add(Long.parseUnsignedLong(hash, 16)));
            assertThat(reading.chain()).isEqualTo(HashChain.text(chain.value()));
        }
    }

    @Test
    void everyFewStepsAndAfterTheLastIsOftenEnough() throws Exception {
        List<HashReading> all = hashes(Runs.job("epochs", 3, "metrics.hashes", 1));

        List<HashReading> some = hashes(Runs.job("epochs", 3, "metrics.hashes", 10));

        assertThat(some).extracting(HashReading::step).containsExactly(10L, 20L, 24L);
        assertThat(some)
                .allSatisfy(reading -> assertThat(reading.blocks())
                        .isEqualTo(all.get((int) reading.step() - 1).blocks()));
    }

    @Test
    void hashesAreTakenOnlyWhenAskedForAndDoNotChangeTheResult() throws Exception {
        Runs.Recorder recorder = new Runs.Recorder();

        RunResult plain = Runs.run(Runs.job("ranks", 3), recorder);

        assertThat(recorder.hashes()).isEmpty();
        assertThat(Runs.hash(Runs.run(Runs.job("ranks", 3, "metrics.hashes", 1))))
                .isEqualTo(Runs.hash(plain));
        assertThat(plain.reports()).allMatch(report -> report.syncs() == 8);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void anyNumberOfRanksGivesTheSameChain(int ranks) throws Exception {
        Job job = Runs.job("optimizer", "adam", "metrics.hashes", 1, "epochs", 2);

        assertThat(hashes(job.with(JobKeys.RANKS, (long) ranks))).isEqualTo(hashes(job));
    }

    @Test
    void anotherSeedGivesAnotherChainFromTheFirstStepOn() throws Exception {
        List<HashReading> one = hashes(Runs.job("metrics.hashes", 1, "data.pageRows", 1));
        List<HashReading> two = hashes(Runs.job("metrics.hashes", 1, "data.pageRows", 1, "seed", 2));

        assertThat(one).hasSameSizeAs(two);
        for (int i = 0; i < one.size(); i++) {
            assertThat(one.get(i).chain()).isNotEqualTo(two.get(i).chain());
        }
    }

    private static List<HashReading> hashes(Job job) throws RunFailedException {
        Runs.Recorder recorder = new Runs.Recorder();
        Runs.run(job, recorder);
        return recorder.hashes();
    }

    /** The bias of rank 2 takes one wrong turn, as on a machine with bad memory, in its fifth update. */
    @Test
    void aRankThatDriftsAwayEndsTheRunAtTheNextHashes() throws Exception {
        List<Optional<Exception>> ends = run(3, 2, 2);

        String message = "parameters differ between ranks: rank=2, step=6, block=bias, hash=";
        assertThat(ends.get(2).orElseThrow())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(message);
        assertThat(ends.subList(0, 2))
                .allSatisfy(end -> assertThat(end.orElseThrow())
                        .isInstanceOf(ExchangeException.class)
                        .hasMessageStartingWith(message)
                        .hasMessageEndingWith(", step=6"));
    }

    @Test
    void withoutHashesNobodyNoticesBeforeTheEnd() throws Exception {
        assertThat(run(3, 2, 0)).containsOnly(Optional.empty());
    }

    /** Runs ranks of which one drifts, and returns what each fails with, if it does. */
    private static List<Optional<Exception>> run(int ranks, int drifting, long hashes) throws Exception {
        try (RankGroup group = RankGroup.inMemory(ranks, Duration.ofSeconds(10))) {
            return group.run(mesh -> {
                Kinds kinds = kinds(mesh.rank() == drifting ? new DriftingKind() : new LogisticKind());
                Job job = Runs.job("data", "blobs", "metrics.hashes", hashes, "ranks", ranks);
                job = Job.of(kinds.keys(), known(kinds, job));
                try {
                    RankReport report = new RankRun(
                                    job,
                                    kinds,
                                    new Peers(new MeshExchange(mesh), mesh.ledger()),
                                    RunObserver.none(),
                                    CheckpointStore.none())
                            .run()
                            .report();
                    assertThat(report.steps()).isEqualTo(8);
                    return Optional.empty();
                } catch (ExchangeException | IllegalStateException e) {
                    return Optional.of(e);
                }
            });
        }
    }

    private static Kinds kinds(ModelKind model) {
        List<Key<?>> keys = new ArrayList<>(OptimKeys.all());
        keys.add(DataKeys.PAGE_ROWS);
        return new Kinds(List.of(model), List.of(new BlobsKind()), List.of(new ThreadLauncher()), keys);
    }

    private static Map<String, Object> known(Kinds kinds, Job job) {
        Map<String, Object> scalars = job.resolved();
        scalars.keySet().removeIf(name -> !kinds.keys().contains(name));
        return scalars;
    }

    /** Logistic regression that in its fifth update adds a little to the gradient of the last parameter. */
    private static final class DriftingKind implements RowModelKind {

        private final RowModelKind kind = new LogisticKind();

        @Override
        public String name() {
            return kind.name();
        }

        @Override
        public String summary() {
            return kind.summary();
        }

        @Override
        public List<Key<?>> keys() {
            return kind.keys();
        }

        @Override
        public Model create(Job job, Shape shape, Kernels kernels) {
            return new DriftingModel(kind.create(job, shape, kernels));
        }
    }

    private static final class DriftingModel implements Model {

        private final Model model;
        private int updates;

        DriftingModel(Model model) {
            this.model = model;
        }

        @Override
        public String kind() {
            return model.kind();
        }

        @Override
        public Shape shape() {
            return model.shape();
        }

        @Override
        public Layout layout() {
            return model.layout();
        }

        @Override
        public void initialize(float[] parameters, long seed) {
            model.initialize(parameters, seed);
        }

        @Override
        public Replica replica() {
            return model.replica();
        }

        @Override
        public double penalize(float[] parameters, float[] gradient) {
            if (++updates == 5) {
                gradient[model.layout().size() - 1] += 1e-3f;
            }
            return model.penalize(parameters, gradient);
        }
    }
}
