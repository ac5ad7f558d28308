package dev.gradus.cli;

import dev.gradus.json.Json;
import dev.gradus.report.ScaleReport;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The same job at several numbers of ranks: what distributing it gains. */
@Command(
        name = "scale",
        mixinStandardHelpOptions = true,
        description = "Runs a job at several numbers of ranks and prints what that gains."
                + " Rounds are interleaved, so that a noisy machine disturbs all alike.")
final class ScaleCommand implements Callable<Integer> {

    @Mixin
    private final JobOptions options = new JobOptions();

    @Option(
            names = "--ranks",
            split = ",",
            paramLabel = "N",
            description = "Numbers of ranks, the baseline first (default: ${DEFAULT-VALUE}).",
            defaultValue = "1,2,4")
    private List<String> ranks = List.of();

    @Option(names = "--launch", paramLabel = "NAME", description = "Short for --set launch=NAME.")
    private @Nullable String launch;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often to run each; the table shows the median (default: ${DEFAULT-VALUE}).")
    private int rounds = 3;

    @Override
    public Integer call() throws JobFileException, RunFailedException, IOException {
        if (rounds < 1) {
            throw new JobFileException("--rounds " + rounds + ": expected 1 or more");
        }
        Kinds kinds = Kinds.load();
        List<LoadedJob> jobs = new ArrayList<>();
        for (String count : ranks) {
            List<Setting> more = new ArrayList<>(List.of(Setting.option("--ranks", "ranks", count)));
            JobOptions.add(more, "--launch", "launch.kind", launch);
            jobs.add(options.load(kinds, more));
        }
        Path out = options.resultFolder(jobs.get(0).name(), "scale");
        ScaleReport report =
                ScaleReport.of(runAll(new JobRun(kinds, Terminal.detect().terse()), jobs, out));
        report.write(out);
        ReportCommand.write(out, List.of(out));
        print(report, out);
        return 0;
    }

    private List<List<Map<String, Object>>> runAll(JobRun runner, List<LoadedJob> jobs, Path out)
            throws RunFailedException, IOException {
        List<List<Map<String, Object>>> runs = new ArrayList<>();
        jobs.forEach(job -> runs.add(new ArrayList<>()));
        for (int round = 1; round <= rounds; round++) {
            for (int i = 0; i < jobs.size(); i++) {
                Path folder = out.resolve("ranks-" + ranks.get(i).strip() + "-round-" + round);
                System.err.println("round " + round + " of " + rounds + ", ranks "
                        + ranks.get(i).strip());
                runs.get(i).add(runner.run(jobs.get(i), folder));
            }
        }
        return runs;
    }

    private void print(ScaleReport report, Path out) {
        if (options.json()) {
            System.out.println(Json.write(report.toMap()));
            return;
        }
        System.out.print(report.table().text());
        System.out.println(report.note());
        System.out.println("written to " + out + ": scale.json, scale.csv, scale.md, report.html, plots/");
    }
}
