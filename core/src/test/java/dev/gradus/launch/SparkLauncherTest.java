package dev.gradus.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.job.Job;
import dev.gradus.metrics.RunObserver;
import dev.gradus.train.Kinds;
import dev.gradus.train.Launcher.Surroundings;
import dev.gradus.train.ResultKeys;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SparkLauncherTest {

    private static Job job(Map<String, ?> settings) {
        return Job.of(Kinds.load().keys(), settings);
    }

    @Test
    void whereSparkIsNotTheRefusalSaysHowToGetIt() {
        Surroundings surroundings = new Surroundings(RunObserver.none(), List.of());

        assertThatThrownBy(() -> new SparkLauncher().run(job(Map.of("launch", "spark")), surroundings))
                .isInstanceOfSatisfying(RunFailedException.class, e -> {
                    assertThat(e.kind()).isEqualTo(Cause.BAD_INPUT);
                    assertThat(e.key()).isEqualTo("launch.kind");
                })
                .hasMessage(
                        "launch.kind=spark needs the module spark, which is not on the class path; give ./gradus the"
                                + " option --launch spark, or hand gradus-spark.jar to spark-submit");
    }

    @Test
    void whereAndHowSparkRunsDecidesNoBitOfTheResult() {
        Job here = job(Map.of());
        Job there = job(Map.of("launch", "spark", "spark.master", "yarn", "spark.attempts", 9L));

        assertThat(ResultKeys.text(there)).isEqualTo(ResultKeys.text(here));
    }
}
