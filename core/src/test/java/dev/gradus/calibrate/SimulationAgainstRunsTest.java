package dev.gradus.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.forecast.Algorithm;
import dev.gradus.forecast.SumSimulation;
import dev.gradus.job.Job;
import dev.gradus.metrics.RunObserver;
import dev.gradus.run.JobRunner;
import dev.gradus.run.TrainedRun;
import dev.gradus.train.Kinds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the simulation plays is what runs send: counts, which a busy machine does not change. */
@Timeout(120)
class SimulationAgainstRunsTest {

    private static final Kinds KINDS = Kinds.load();

    /** Numbers beside the weights: the bias, and what a step tells of itself. */
    private static final int MORE = 4;

    private static double messages(Algorithm algorithm, int ranks, int features, long steps) throws Exception {
        Map<String, Object> map = new LinkedHashMap<>(Map.of("launch", "threads", "launch.warmUp", "0s"));
        map.put("data.rows", 64L);
        map.put("data.features", (long) features);
        map.put("data.test", 0.0);
        map.put("batchSize", (long) ranks);
        map.put("virtualShards", (long) ranks);
        map.put("deterministic", false);
        map.put("exchange.algorithm", algorithm.name().toLowerCase(Locale.ROOT));
        map.put("exchange.overlap", false);
        map.put("epochs", 100L);
        map.put("evaluate.every", 0L);
        map.put("steps", steps);
        map.put("ranks", (long) ranks);
        Job job = Job.of(KINDS.keys(), map);
        KINDS.check(job);
        TrainedRun run = new JobRunner(KINDS, List.of()).run(job, RunObserver.none());
        return run.figure("messages");
    }

    @ParameterizedTest
    @CsvSource({
        "DIRECT, 2, 16",
        "DIRECT, 3, 16",
        "DIRECT, 4, 1000",
        "DOUBLING, 4, 16",
        "OWNERS, 2, 16000",
        "OWNERS, 3, 100000",
        "OWNERS, 4, 100000",
        "RING, 3, 1000",
        "RING, 4, 1000"
    })
    void aStepSendsAsManyMessagesAsThePlayedSum(Algorithm algorithm, int ranks, int features) throws Exception {
        // The difference of two runs leaves out what is sent before and after training.
        double perStep = (messages(algorithm, ranks, features, 12) - messages(algorithm, ranks, features, 4)) / 8;

        double played = SumSimulation.messages(algorithm, (features + MORE) * (double) Float.BYTES, ranks);

        assertThat(perStep).isEqualTo(played);
    }
}
