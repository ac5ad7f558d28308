package dev.gradus.cli;

import dev.gradus.json.Json;
import dev.gradus.report.html.Finding;
import dev.gradus.report.html.NoRunException;
import dev.gradus.report.html.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One page with pictures about runs that are over, or were cut off. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Makes one HTML page and PNG plots of one run or several: what limited them, what would help,"
                + " and where time, bytes and memory went.")
final class ReportCommand implements Callable<Integer> {

    @Parameters(
            arity = "1..*",
            paramLabel = "RUN",
            description = "Run folders, or folders with runs in them, such as that of scale.")
    private List<Path> runs = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for report.html and plots/ (default: RUN if there is one, else runs/report-TIME).")
    private @Nullable Path out;

    @Option(
            names = "--json",
            description = "Prints findings and files as one JSON object, and nothing else on standard output.")
    private boolean json;

    @Override
    public Integer call() throws JobFileException, IOException {
        Path folder = out != null ? out : runs.size() == 1 ? runs.get(0) : JobRun.freshFolder("report");
        Map<String, Object> result = write(folder, runs);
        if (json) {
            System.out.println(Json.write(result));
            return 0;
        }
        ((List<?>) result.getOrDefault("findings", List.of()))
                .forEach(each -> System.out.println(line((Map<?, ?>) each)));
        ((List<?>) result.getOrDefault("notes", List.of())).forEach(note -> System.out.println("note: " + note));
        System.out.println("written to " + result.get("report"));
        return 0;
    }

    private static String line(Map<?, ?> finding) {
        return finding.get("topic") + ": " + finding.get("text");
    }

    /** Writes the report of some runs into a folder, and returns what {@code --json} prints. */
    static Map<String, Object> write(Path folder, List<Path> runs) throws JobFileException, IOException {
        Report report = read(runs);
        List<Path> plots = report.writePlots(folder);
        Path page = report.writePage(folder);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("report", page.toString());
        result.put("plots", plots.stream().map(Path::toString).toList());
        result.put(
                "findings", report.findings().stream().map(ReportCommand::map).toList());
        result.put("notes", report.notes());
        return result;
    }

    private static Map<String, Object> map(Finding finding) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("topic", finding.topic().title());
        map.put("text", finding.text());
        return map;
    }

    private static Report read(List<Path> runs) throws JobFileException, IOException {
        try {
            return Report.of(runs);
        } catch (NoRunException e) {
            throw new JobFileException(String.valueOf(e.getMessage()));
        }
    }
}
