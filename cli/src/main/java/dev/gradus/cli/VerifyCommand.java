package dev.gradus.cli;

import dev.gradus.job.Job;
import dev.gradus.json.Json;
import dev.gradus.report.VerifyReport;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The same job in several ways, or as an earlier run did it: whether all give the same bits. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Runs a job at several numbers of ranks and compares all parameters after every step, by their"
                + " hashes. Prints the common hash, or the first step and block that differ (exit code 1).")
final class VerifyCommand implements Callable<Integer> {

    @Mixin
    private final JobOptions options = new JobOptions();

    @Option(
            names = "--ranks",
            split = ",",
            paramLabel = "N",
            description = "Numbers of ranks (default: ${DEFAULT-VALUE}).",
            defaultValue = "1,2,4")
    private List<String> ranks = List.of();

    @Option(
            names = "--launch",
            split = ",",
            paramLabel = "NAME",
            description = "Values of launch, each with every number of ranks (default: that of the job).")
    private List<String> launches = List.of();

    @Option(
            names = "--link",
            split = ",",
            paramLabel = "NAME",
            description = "Values of exchange.link, each with every launch (default: that of the job).")
    private List<String> links = List.of();

    @Option(
            names = "--against",
            paramLabel = "RUN",
            description = "Folder of an earlier run with hashes.jsonl, to compare all runs with.")
    private @Nullable Path against;

    @Override
    public Integer call() throws JobFileException, RunFailedException, IOException {
        EarlierRun earlier = against == null ? null : EarlierRun.open(against);
        Kinds kinds = Kinds.load();
        List<LoadedJob> jobs = jobs(kinds, earlier);
        if (earlier == null && jobs.size() < 2) {
            throw new JobFileException("--ranks " + String.join(",", ranks)
                    + ": one run has nothing to be compared with; give several ranks, or --against RUN");
        }
        Path out = options.resultFolder(jobs.get(0).name(), "verify");
        VerifyReport report = VerifyReport.of(runAll(kinds, jobs, earlier, out));
        report.write(out);
        print(report, out);
        return report.same() ? 0 : RunFailedException.Cause.FAILED.code();
    }

    /** What to run; where links do not matter, only the first of them is. */
    private List<LoadedJob> jobs(Kinds kinds, @Nullable EarlierRun earlier) throws JobFileException {
        List<LoadedJob> jobs = new ArrayList<>();
        for (List<Setting> way : ways()) {
            LoadedJob loaded = options.load(kinds, way);
            String link = loaded.job().get(JobKeys.EXCHANGE_LINK);
            if (links.isEmpty() || link.equals(links.get(0).strip()) || usesLinks(kinds, loaded)) {
                jobs.add(prepared(loaded, earlier));
            }
        }
        return jobs;
    }

    private static boolean usesLinks(Kinds kinds, LoadedJob loaded) {
        return kinds.launcher(loaded.job()).usesLinks();
    }

    /** The settings of each run: every launch with every link with every number of ranks. */
    private List<List<Setting>> ways() {
        List<List<Setting>> ways = List.of(List.of());
        ways = times(ways, "--launch", JobKeys.LAUNCH_KIND.name(), launches);
        ways = times(ways, "--link", JobKeys.EXCHANGE_LINK.name(), links);
        return times(ways, "--ranks", JobKeys.RANKS.name(), ranks);
    }

    private static List<List<Setting>> times(List<List<Setting>> ways, String option, String key, List<String> values) {
        if (values.isEmpty()) {
            return ways;
        }
        List<List<Setting>> all = new ArrayList<>();
        for (List<Setting> way : ways) {
            for (String value : values) {
                List<Setting> more = new ArrayList<>(way);
                more.add(Setting.option(option, key, value.strip()));
                all.add(more);
            }
        }
        return all;
    }

    /** The job with hashes as often as it says, as the earlier run took them, or of every step; and no warm-up. */
    private static LoadedJob prepared(LoadedJob loaded, @Nullable EarlierRun earlier) {
        Job job = loaded.job();
        long every = Math.max(1, job.get(JobKeys.METRICS_HASHES));
        Job hashed = job.with(JobKeys.METRICS_HASHES, earlier == null ? every : earlier.every())
                .with(JobKeys.LAUNCH_WARM_UP, Duration.ZERO);
        return new LoadedJob(loaded.file(), hashed, loaded.origins());
    }

    private static List<VerifyReport.Run> runAll(
            Kinds kinds, List<LoadedJob> jobs, @Nullable EarlierRun earlier, Path out)
            throws RunFailedException, IOException {
        JobRun runner = new JobRun(kinds, Terminal.detect().terse());
        List<VerifyReport.Run> runs = new ArrayList<>(earlier == null ? List.of() : List.of(earlier.run()));
        for (int i = 0; i < jobs.size(); i++) {
            Job job = jobs.get(i).job();
            String link = usesLinks(kinds, jobs.get(i)) ? job.get(JobKeys.EXCHANGE_LINK) : "";
            List<String> way =
                    new ArrayList<>(List.of("ranks " + job.get(JobKeys.RANKS), job.get(JobKeys.LAUNCH_KIND)));
            way.addAll(link.isEmpty() ? List.of() : List.of("link " + link));
            System.err.println("run " + (i + 1) + " of " + jobs.size() + ": " + String.join(", ", way));
            Path folder =
                    out.resolve("run-" + (i + 1) + "-" + String.join("-", way).replace(' ', '-'));
            Map<String, Object> summary = runner.run(jobs.get(i), folder);
            runs.add(new VerifyReport.Run(link, folder, summary));
        }
        return runs;
    }

    private void print(VerifyReport report, Path out) {
        if (options.json()) {
            System.out.println(Json.write(report.toMap()));
            return;
        }
        System.out.print(report.text(Terminal.detect().columns()));
        report.verdict().forEach(System.out::println);
        System.out.println("written to " + out + ": verify.json");
    }
}
