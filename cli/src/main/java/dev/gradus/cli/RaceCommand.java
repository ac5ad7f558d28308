package dev.gradus.cli;

import dev.gradus.json.Json;
import dev.gradus.report.RaceReport;
import dev.gradus.report.Target;
import dev.gradus.report.html.RaceLead;
import dev.gradus.report.html.Report;
import dev.gradus.run.JobRunner;
import dev.gradus.train.JobKeys;
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

/** The same job by several strategies: which is first at a target. */
@Command(
        name = "race",
        mixinStandardHelpOptions = true,
        description = "Runs a job by several strategies and numbers of ranks, with several seeds each, and prints what"
                + " time and how many samples each took to a target, so that speed bought with accuracy shows. Seeds are"
                + " interleaved, and a run ends when it is there. More evaluations judge more finely: --set"
                + " evaluate.steps=N.")
final class RaceCommand implements Callable<Integer> {

    @Mixin
    private final JobOptions options = new JobOptions();

    @Option(
            names = "--strategies",
            split = ",",
            paramLabel = "NAME",
            required = true,
            description = "Strategies, the one that others are compared with first.")
    private List<String> strategies = List.of();

    @Option(
            names = "--ranks",
            split = ",",
            paramLabel = "N",
            description = "Numbers of ranks, each with every strategy (default: that of the job; sequential has one).")
    private List<String> ranks = List.of();

    @Option(
            names = "--target",
            paramLabel = "FIGURE=VALUE",
            required = true,
            description = "What to reach: loss=..., accuracy=... or auc=...")
    private String target = "";

    @Option(names = "--launch", paramLabel = "NAME", description = "Short for --set launch=NAME.")
    private @Nullable String launch;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Seeds from that of the job on (default: ${DEFAULT-VALUE}).")
    private int seeds = 3;

    /** A strategy on so many ranks. */
    private record Way(String strategy, LoadedJob job) {}

    @Override
    public Integer call() throws JobFileException, RunFailedException, IOException {
        Target goal = goal();
        if (seeds < 1) {
            throw new JobFileException("--seeds " + seeds + ": expected 1 or more");
        }
        Kinds kinds = Kinds.load();
        List<Way> ways = ways(kinds);
        LoadedJob first = ways.get(0).job();
        Path out = options.resultFolder(first.name(), "race");
        RaceReport report =
                RaceReport.of(goal, new JobRunner(kinds, List.of()).unit(first.job()), runAll(kinds, ways, goal, out));
        report.write(out);
        Report page = Report.of(out, RaceLead.of(report));
        page.writePlots(out);
        page.writePage(out);
        print(report, out);
        return 0;
    }

    private Target goal() throws JobFileException {
        try {
            return Target.parse(target);
        } catch (IllegalArgumentException e) {
            throw new JobFileException("--target " + target + ": " + e.getMessage());
        }
    }

    private List<Way> ways(Kinds kinds) throws JobFileException {
        List<Way> ways = new ArrayList<>();
        for (String strategy : strategies) {
            boolean alone = strategy.strip().equals(Kinds.SEQUENTIAL);
            List<String> counts = alone ? List.of("1") : ranks;
            if (counts.isEmpty()) {
                ways.add(way(kinds, strategy.strip(), null));
            }
            for (String count : counts) {
                ways.add(way(kinds, strategy.strip(), count.strip()));
            }
        }
        return ways;
    }

    private Way way(Kinds kinds, String strategy, @Nullable String count) throws JobFileException {
        List<Setting> more = new ArrayList<>();
        more.add(Setting.option("--strategies", "strategy.kind", strategy));
        JobOptions.add(more, "--ranks", "ranks", count);
        JobOptions.add(more, "--launch", "launch.kind", launch);
        return new Way(strategy, options.load(kinds, more));
    }

    private List<RaceReport.Contestant> runAll(Kinds kinds, List<Way> ways, Target goal, Path out)
            throws RunFailedException, IOException {
        JobRun runner = new JobRun(kinds, Terminal.detect().terse());
        List<List<RaceReport.Run>> runs = new ArrayList<>();
        ways.forEach(way -> runs.add(new ArrayList<>()));
        for (int turn = 0; turn < seeds; turn++) {
            for (int i = 0; i < ways.size(); i++) {
                runs.get(i).add(run(runner, ways.get(i), turn, goal, out));
            }
        }
        List<RaceReport.Contestant> contestants = new ArrayList<>();
        for (int i = 0; i < ways.size(); i++) {
            Way way = ways.get(i);
            int count = way.job().job().integer(JobKeys.RANKS);
            contestants.add(new RaceReport.Contestant(way.strategy(), count, runs.get(i)));
        }
        return contestants;
    }

    private RaceReport.Run run(JobRun runner, Way way, int turn, Target goal, Path out)
            throws RunFailedException, IOException {
        LoadedJob loaded = way.job();
        long seed = loaded.job().get(JobKeys.SEED) + turn;
        LoadedJob seeded = new LoadedJob(
                loaded.file(),
                loaded.job().with(JobKeys.SEED, seed).with(JobKeys.EVALUATE_TARGET, goal.text()),
                loaded.origins());
        String name = way.strategy() + "-ranks-" + loaded.job().get(JobKeys.RANKS) + "-seed-" + seed;
        System.err.println("seed " + (turn + 1) + " of " + seeds + ": " + way.strategy() + ", ranks "
                + loaded.job().get(JobKeys.RANKS));
        Path folder = out.resolve(name);
        Map<String, Object> summary = runner.run(seeded, folder);
        return new RaceReport.Run(seed, summary, goal.arrival(folder, summary));
    }

    private void print(RaceReport report, Path out) {
        if (options.json()) {
            System.out.println(Json.write(report.toMap()));
            return;
        }
        System.out.print(report.table().text());
        System.out.println("first: " + report.outcome());
        System.out.println(report.note());
        System.out.println("written to " + out + ": race.json, race.csv, race.md, report.html, plots/");
    }
}
