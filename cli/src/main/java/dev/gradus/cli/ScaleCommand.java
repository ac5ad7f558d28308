package dev.gradus.cli;

import dev.gradus.calibrate.Calibration;
import dev.gradus.calibrate.Findings;
import dev.gradus.data.DataException;
import dev.gradus.forecast.Cluster;
import dev.gradus.forecast.Forecast;
import dev.gradus.job.Job;
import dev.gradus.json.Json;
import dev.gradus.report.ScaleReport;
import dev.gradus.run.JobRunner;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntToDoubleFunction;
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

    /** Strategies that there are forecasts for. */
    private static final List<String> FORECAST = List.of(Kinds.ALLREDUCE, "local", "hogwild");

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

    @Option(
            names = "--calibrate",
            paramLabel = "SECONDS",
            description = "Most seconds to measure what a forecast needs, about; 0: no forecast (default:"
                    + " ${DEFAULT-VALUE}).")
    private int calibrate = 30;

    @Override
    public Integer call()
            throws JobFileException, RunFailedException, DataException, IOException, InterruptedException {
        if (rounds < 1) {
            throw new JobFileException("--rounds " + rounds + ": expected 1 or more");
        }
        if (calibrate < 0) {
            throw new JobFileException("--calibrate " + calibrate + ": expected 0 or more");
        }
        Kinds kinds = Kinds.load();
        List<LoadedJob> jobs = new ArrayList<>();
        for (String count : ranks) {
            List<Setting> more = new ArrayList<>(List.of(Setting.option("--ranks", "ranks", count)));
            JobOptions.add(more, "--launch", "launch.kind", launch);
            jobs.add(options.load(kinds, more));
        }
        Path out = options.resultFolder(jobs.get(0).name(), "scale");
        IntToDoubleFunction forecast = forecast(kinds, jobs);
        ScaleReport report =
                ScaleReport.of(runAll(new JobRun(kinds, Terminal.detect().terse()), jobs, out), forecast);
        report.write(out);
        ReportCommand.write(out, List.of(out));
        print(report, out);
        return 0;
    }

    /** The speedup of so many ranks over the first line's, from short runs; null where nobody wants to know. */
    private @Nullable IntToDoubleFunction forecast(Kinds kinds, List<LoadedJob> jobs)
            throws RunFailedException, DataException, InterruptedException {
        Job job = jobs.get(0).job();
        String strategy = job.get(JobKeys.STRATEGY_KIND);
        boolean here = !kinds.launcher(job).usesLinks() || kinds.launcher(job).startsProcesses();
        if (calibrate == 0 || jobs.size() < 2 || !here || !FORECAST.contains(strategy)) {
            return null;
        }
        System.err.println("calibrating for " + calibrate + " s at most");
        Findings findings = new Calibration(
                        kinds, new JobRunner(kinds, WorkerJvm.command()), job, Duration.ofSeconds(calibrate))
                .run(List.of(strategy));
        Findings.Subject subject = findings.subjects().get(0);
        Forecast forecast = Forecast.of(subject.work(), subject.machine(), Cluster.thisMachine());
        double base = forecast.at(job.integer(JobKeys.RANKS)).speedup();
        return count -> forecast.at(count).speedup() / base;
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
