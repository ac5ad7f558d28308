package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import dev.gradus.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The command that shows what more ranks gain. */
@Timeout(120)
class ScaleIT {

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    @Test
    void scalePrintsATableAndWritesItThreeTimes() throws Exception {
        Path out = folder.resolve("scale");

        Program program = programs.succeed(
                "scale", Programs.tinyJob(folder), "--ranks", "1,2", "--rounds", 1, "--calibrate", 0, "--out", out);

        assertThat(program.out().get(0)).contains("ranks", "speedup", "efficiency");
        assertThat(program.out().get(program.out().size() - 1)).contains("scale.json", "scale.csv", "scale.md");
        assertThat(Files.readAllLines(out.resolve("scale.csv"))).hasSize(3);
        assertThat(Files.readString(out.resolve("scale.md"))).contains("| ---");
        assertThat(out.resolve("ranks-2-round-1/summary.json")).exists();
        List<?> rows = (List<?>)
                Json.parseObject(Files.readString(out.resolve("scale.json"))).get("rows");
        assertThat(rows).hasSize(2);
    }

    @Test
    void jsonIsOneObjectWhoseFirstRowIsTheBaseline() throws Exception {
        Program program = programs.succeed(
                "scale",
                Programs.tinyJob(folder),
                "--launch",
                "threads",
                "--ranks",
                "1,2",
                "--rounds",
                1,
                "--calibrate",
                1,
                "--json",
                "--out",
                folder.resolve("scale"));

        assertThat(program.out()).hasSize(1);
        List<Map<?, ?>> rows = rows(program.out().get(0));
        Map<?, ?> first = rows.get(0);
        Map<?, ?> second = rows.get(1);
        assertThat(first.get("ranks")).isEqualTo(1L);
        assertThat(first.get("speedup")).isEqualTo(1.0);
        assertThat(second.get("ranks")).isEqualTo(2L);
        assertThat(second.get("efficiency")).asInstanceOf(DOUBLE).isPositive();
        assertThat(first.get("forecastSpeedup")).isEqualTo(1.0);
        assertThat(second.get("forecastSpeedup")).asInstanceOf(DOUBLE).isPositive();
        assertThat(second.get("parametersHash")).isEqualTo(first.get("parametersHash"));
    }

    private static List<Map<?, ?>> rows(String json) {
        List<Map<?, ?>> rows = new ArrayList<>();
        if (Json.parseObject(json).get("rows") instanceof List<?> list) {
            list.forEach(row -> rows.add((Map<?, ?>) row));
        }
        return rows;
    }
}
