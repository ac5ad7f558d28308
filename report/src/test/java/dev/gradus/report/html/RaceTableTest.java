package dev.gradus.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.report.RaceReport;
import dev.gradus.report.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaceTableTest {

    @TempDir
    Path folder = Path.of("");

    private static RaceReport.Contestant contestant(String strategy, boolean reached) {
        Target.Arrival arrival = new Target.Arrival(reached, 2, 200, true, 0.95);
        return new RaceReport.Contestant(
                strategy, 2, List.of(new RaceReport.Run(1, Map.of("samplesPerSecond", 100.0), arrival)));
    }

    @Test
    void theTableOfARaceIsReadFromItsFolder() throws IOException {
        RaceReport.of(
                        Target.parse("accuracy=0.9"),
                        "rows",
                        List.of(contestant("local", true), contestant("hogwild", false)))
                .write(folder);

        RaceTable table = RaceTable.of(folder).orElseThrow();

        assertThat(table.headings()).startsWith("strategy", "ranks", "reached");
        assertThat(table.rows()).hasSize(2);
        assertThat(table.rows().get(0)).startsWith("local", "2", "1 of 1");
        assertThat(table.note()).contains("never reached it: hogwild on 2 (1 of 1)");
    }

    @Test
    void aFolderWithoutARaceHasNoTable() throws IOException {
        assertThat(RaceTable.of(folder)).isEmpty();
    }

    @Test
    void aTornTableIsSaid() throws IOException {
        Files.writeString(folder.resolve("race.json"), "{\"table\":");

        assertThatThrownBy(() -> RaceTable.of(folder)).hasMessageStartingWith("table of race cannot be read: file=");
    }
}
