package dev.gradus.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.metrics.RunObserver;
import dev.gradus.train.Kinds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that end when an evaluation has reached what their job wants. */
@Timeout(60)
class TargetRunTest {

    private static final Kinds KINDS = Kinds.load();

    private static Job job(String strategy, long ranks, String target) {
        Map<String, Object> map = new LinkedHashMap<>(Map.of("launch", "threads", "launch.warmUp", "0s"));
        map.put("data.rows", 4000L);
        map.put("data.features", 10L);
        map.put("data.test", 0.1);
        map.put("batchSize", 100L);
        map.put("epochs", 20L);
        map.put("evaluate.steps", 5L);
        map.put("strategy", strategy);
        map.put("ranks", ranks);
        map.put("evaluate.target", target);
        if (strategy.equals("local")) {
            map.put("strategy.every", 1L);
        }
        return Job.of(KINDS.keys(), map);
    }

    private static TrainedRun run(Job job) throws Exception {
        KINDS.check(job);
        return new JobRunner(KINDS, List.of()).run(job, RunObserver.none());
    }

    @Test
    void aRunEndsAtTheFirstEvaluationThatIsGoodEnough() throws Exception {
        TrainedRun whole = run(job("allreduce", 1, ""));
        TrainedRun one = run(job("allreduce", 1, "accuracy=0.9"));
        TrainedRun two = run(job("allreduce", 2, "accuracy=0.9"));

        assertThat(one.figure("accuracy")).isGreaterThanOrEqualTo(0.9);
        assertThat(one.figure("steps")).isLessThan(whole.figure("steps"));
        assertThat(two.figure("steps")).isEqualTo(one.figure("steps"));
        assertThat(two.parameters()).isEqualTo(one.parameters());
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "hogwild", "server"})
    void ranksOfEveryStrategyEndTogether(String strategy) throws Exception {
        TrainedRun whole = run(job(strategy, 2, ""));
        TrainedRun run = run(job(strategy, 2, "loss=0.6"));

        assertThat(run.figure("loss")).isLessThanOrEqualTo(0.6);
        assertThat(run.figure("steps")).isLessThan(whole.figure("steps"));
    }

    @Test
    void aTargetThatIsNeverReachedChangesNothing() throws Exception {
        TrainedRun whole = run(job("allreduce", 2, ""));
        TrainedRun hopeless = run(job("allreduce", 2, "accuracy=1.1"));

        assertThat(hopeless.figure("steps")).isEqualTo(whole.figure("steps"));
        assertThat(hopeless.parameters()).isEqualTo(whole.parameters());
    }

    @Test
    void aTargetThatCannotBeReadIsRefusedBeforeTheRun() {
        assertThatThrownBy(() -> run(job("allreduce", 1, "speed=3")))
                .isInstanceOf(JobException.class)
                .hasMessageStartingWith("evaluate.target: target cannot be read: speed=3.0");
    }
}
