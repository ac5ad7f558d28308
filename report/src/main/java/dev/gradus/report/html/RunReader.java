package dev.gradus.report.html;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import dev.gradus.json.Records;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.RankReading;
import dev.gradus.metrics.ResourceReading;
import dev.gradus.metrics.StepReading;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads run folders, whole ones and those that were cut off. Used once for each. */
final class RunReader {

    private static final String LOG = "metrics.jsonl";
    private static final String JOB = "job.yaml";

    /** Readings of steps that are kept; of more, only extremes are. */
    private static final int MOST_STEPS = 200_000;

    private final Path folder;
    private final List<StepReading> steps = new ArrayList<>();
    private final Map<Integer, Deque<RankReading>> ranks = new TreeMap<>();
    private final List<EvaluationReading> evaluations = new ArrayList<>();
    private final List<ResourceReading> resources = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private String failure = "";
    private boolean thinned;

    private RunReader(Path folder) {
        this.folder = folder;
    }

    /** The runs in the given folders: a run folder itself, or those directly in a folder of runs, by name. */
    static List<RunRecord> readAll(List<Path> given) throws IOException {
        List<RunRecord> runs = new ArrayList<>();
        for (Path path : given) {
            List<Path> folders = isRun(path) ? List.of(path) : runsIn(path);
            if (folders.isEmpty()) {
                throw new NoRunException("not a run folder: path=" + path + ", missing=" + LOG
                        + "; give a folder that train or scale wrote");
            }
            for (Path folder : folders) {
                runs.add(new RunReader(folder).read());
            }
        }
        return runs;
    }

    static boolean isRun(Path folder) {
        return Files.exists(folder.resolve(LOG)) || Files.exists(folder.resolve("summary.json"));
    }

    private static List<Path> runsIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(RunReader::isRun).sorted().toList();
        }
    }

    private RunRecord read() throws IOException {
        Map<String, String> job = job();
        readLog();
        Map<String, Object> summary = summary();
        Path name = folder.toAbsolutePath().normalize().getFileName();
        return new RunRecord(
                folder,
                name == null ? folder.toString() : name.toString(),
                job,
                summary,
                new RunRecord.Log(
                        steps, ranks.values().stream().flatMap(Deque::stream).toList(), evaluations, resources),
                notes);
    }

    private Map<String, Object> summary() throws IOException {
        Path file = folder.resolve("summary.json");
        if (!Files.exists(file)) {
            String last = steps.isEmpty() && evaluations.isEmpty() ? "none" : Long.toString(lastStep());
            String why = failure.isEmpty() ? "was cut off, failed, or still goes on" : "failed: " + failure;
            notes.add("no summary: the run " + why + "; last step in its log: " + last);
            return Map.of();
        }
        try {
            return Json.parseObject(Files.readString(file));
        } catch (JsonException e) {
            notes.add("summary cannot be read: file=" + file + ", " + e.getMessage());
            return Map.of();
        }
    }

    /** Of a long run few steps are logged, but every evaluation. */
    private long lastStep() {
        long read = steps.isEmpty() ? 0 : steps.get(steps.size() - 1).step();
        return evaluations.isEmpty()
                ? read
                : Math.max(read, evaluations.get(evaluations.size() - 1).step());
    }

    private void readLog() throws IOException {
        Path file = folder.resolve(LOG);
        if (!Files.exists(file)) {
            notes.add("no log: file=" + file);
            return;
        }
        List<Long> unreadable = new ArrayList<>();
        long number = 0;
        // Bytes that are no UTF-8, as a power cut may leave them, become marks that no line can be read with.
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!take(line)) {
                    unreadable.add(number);
                }
            }
        }
        note(unreadable, number);
    }

    private void note(List<Long> unreadable, long lines) {
        if (unreadable.equals(List.of(lines))) {
            notes.add("the last line of " + LOG + " was cut off and is left out: line=" + lines);
        } else if (!unreadable.isEmpty()) {
            notes.add("lines of " + LOG + " cannot be read and are left out: lines=" + unreadable.size() + ", first="
                    + unreadable.get(0));
        }
        if (thinned) {
            notes.add("the log has more than " + MOST_STEPS + " steps, of which the lowest and highest were kept");
        }
    }

    private boolean take(String line) {
        try {
            Map<String, Object> members = Json.parseObject(line);
            switch (String.valueOf(members.get("type"))) {
                case "step" -> add(Records.fromMap(StepReading.class, members));
                case "rank" -> add(Records.fromMap(RankReading.class, members));
                case "lost" -> notes.add("lost on the way, while the others went on: " + members.get("reason"));
                case "failed" -> failure = String.valueOf(members.get("reason"));
                case "evaluation" -> evaluations.add(Records.fromMap(EvaluationReading.class, members));
                case "resources" -> resources.add(Records.fromMap(ResourceReading.class, members));
                default -> {
                    return true; // written by a later version; nothing here shows it
                }
            }
            return true;
        } catch (JsonException | IllegalArgumentException e) {
            return false; // counted, and said in the notes
        }
    }

    private void add(StepReading reading) {
        steps.add(reading);
        if (steps.size() >= MOST_STEPS) {
            thinned = true;
            List<StepReading> kept = new ArrayList<>();
            for (int i = 0; i + 4 <= steps.size(); i += 4) {
                List<StepReading> four = new ArrayList<>(steps.subList(i, i + 4));
                four.sort((a, b) -> Double.compare(a.loss(), b.loss()));
                StepReading low = four.get(0);
                StepReading high = four.get(3);
                kept.add(low.step() < high.step() ? low : high);
                kept.add(low.step() < high.step() ? high : low);
            }
            steps.clear();
            steps.addAll(kept);
        }
    }

    /** A run that went back to a checkpoint tells again what came after it. */
    private void add(RankReading reading) {
        Deque<RankReading> own = ranks.computeIfAbsent(reading.rank(), rank -> new ArrayDeque<>());
        while (!own.isEmpty() && own.getLast().step() >= reading.step()) {
            own.removeLast();
        }
        own.add(reading);
    }

    /** The job as {@code ResolvedJob} writes it: sections, then keys with one value each. */
    private Map<String, String> job() throws IOException {
        Map<String, String> job = new LinkedHashMap<>();
        Path file = folder.resolve(JOB);
        if (!Files.exists(file)) {
            notes.add("no job: file=" + file);
            return job;
        }
        String section = "";
        for (String line : Files.readString(file).lines().toList()) {
            int colon = line.indexOf(':');
            if (colon < 0 || line.startsWith("#")) {
                continue;
            }
            String key = line.substring(0, colon).strip();
            String value = line.substring(colon + 1).strip();
            boolean inside = line.startsWith(" ");
            if (!inside) {
                section = value.isEmpty() ? key + "." : "";
            }
            if (!value.isEmpty()) {
                job.put(inside ? section + key : key, value.equals("\"\"") ? "" : value);
            }
        }
        return job;
    }
}
