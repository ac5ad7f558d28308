package dev.gradus.spark.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The program of docs/spark.md works, word for word. */
@Timeout(120)
class TutorialIT {

    // Tests run in the folder that the module is built in.
    private static final Path PAGE = Path.of("..", "..", "docs", "spark.md");
    private static final Path SOURCE =
            Path.of("..", "src", "test", "java", "dev", "gradus", "spark", "tutorial", "Weather.java");

    @Test
    void theProgramLearnsWhatThePageSays() {
        SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .getOrCreate();
        try {
            assertThat(Weather.learn(spark)).isGreaterThan(0.99);
        } finally {
            spark.stop();
        }
    }

    @Test
    void thePageShowsTheProgramAsItIsRun() throws Exception {
        String source = Files.readString(SOURCE);
        String shown = source.substring(source.indexOf("import dev.gradus"));

        assertThat(Files.readString(PAGE)).contains("```java\n" + shown + "```\n");
    }
}
