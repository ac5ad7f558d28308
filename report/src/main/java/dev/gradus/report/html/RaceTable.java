package dev.gradus.report.html;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@code race} printed, as it stands in the {@code race.json} of its folder. */
record RaceTable(List<String> headings, List<List<String>> rows, String note) {

    /** Nothing where the folder is not that of a race. */
    static Optional<RaceTable> of(Path folder) throws IOException {
        Path file = folder.resolve("race.json");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            Map<String, Object> race = Json.parseObject(Files.readString(file));
            if (race.get("table") instanceof List<?> lines && !lines.isEmpty()) {
                List<List<String>> cells = new ArrayList<>();
                lines.forEach(line -> cells.add(texts(line)));
                return Optional.of(new RaceTable(
                        cells.get(0), cells.subList(1, cells.size()), String.valueOf(race.getOrDefault("note", ""))));
            }
            return Optional.empty();
        } catch (JsonException e) {
            throw new IOException("table of race cannot be read: file=" + file + ", " + e.getMessage(), e);
        }
    }

    private static List<String> texts(Object line) {
        return line instanceof List<?> cells
                ? cells.stream().map(String::valueOf).toList()
                : List.of(String.valueOf(line));
    }
}
