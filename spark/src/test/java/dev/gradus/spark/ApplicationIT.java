package dev.gradus.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.run.Gradus;
import dev.gradus.run.JobBuilder;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.SparkContext$;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that start an application of their own. */
@Timeout(120)
class ApplicationIT {

    @TempDir
    private Path folder;

    private static JobBuilder job() {
        return Gradus.job()
                .set("launch", "spark")
                .set("data.rows", 2_000)
                .set("launch.warmUp", "0s")
                .ranks(2);
    }

    @Test
    void theApplicationEndsWithItsRun() throws Exception {
        Path out = folder.resolve("run");

        job().set("spark.master", "local[2]").out(out).train();

        assertThat(SparkContext$.MODULE$.getActive().isEmpty()).isTrue();
        assertThat(out.resolve("summary.json")).exists();
        assertThat(out.resolve("model")).isDirectory();
        assertThat(Files.readString(out.resolve("job.yaml"))).contains("spark:\n");
    }

    @Test
    void anAddressThatIsNoneIsToldInOneLine() {
        assertThatThrownBy(() -> job().set("spark.master", "mesos://nowhere")
                        .set("spark.conf", "spark.jars=gradus-spark.jar")
                        .train())
                .isInstanceOfSatisfying(
                        RunFailedException.class, e -> assertThat(e.kind()).isEqualTo(Cause.BAD_INPUT))
                .hasMessageStartingWith("spark does not start: spark.master=mesos://nowhere, ");
        assertThat(SparkContext$.MODULE$.getActive().isEmpty()).isTrue();
    }
}
