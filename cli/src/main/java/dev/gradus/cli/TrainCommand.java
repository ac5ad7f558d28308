package dev.gradus.cli;

import dev.gradus.json.Json;
import dev.gradus.report.SummaryText;
import dev.gradus.report.live.LiveServer;
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

/** Trains one job. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        description =
                "Trains a job and leaves a run folder: job.yaml, metrics.jsonl, checkpoints/, summary.json, model/.")
final class TrainCommand implements Callable<Integer> {

    @Mixin
    private final JobOptions options = new JobOptions();

    @Option(names = "--ranks", paramLabel = "N", description = "Short for --set ranks=N.")
    private @Nullable String ranks;

    @Option(names = "--launch", paramLabel = "NAME", description = "Short for --set launch=NAME.")
    private @Nullable String launch;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description =
                    "Instead of JOB: goes on with the run in this folder from its newest checkpoint. Settings that"
                            + " do not change the result may be new, such as --ranks or --launch, and epochs and steps larger.")
    private @Nullable Path resume;

    @Option(names = "--watch", description = "Serves a live page of the run on this machine while it trains.")
    private boolean watch;

    @Option(names = "--keys", description = "Prints every key that a job may have, and trains nothing.")
    private boolean keys;

    @Override
    public Integer call() throws JobFileException, RunFailedException, IOException {
        Kinds kinds = Kinds.load();
        if (keys) {
            printKeys(new KeysPage(kinds));
            return 0;
        }
        List<Setting> more = new ArrayList<>();
        JobOptions.add(more, "--ranks", "ranks", ranks);
        JobOptions.add(more, "--launch", "launch.kind", launch);
        JobRun runner = new JobRun(kinds, Terminal.detect());
        if (resume != null) {
            refuseWith(resume, "JOB", options.file());
            refuseWith(resume, "--out", options.out());
            if (watch) {
                throw new JobFileException("--watch: not with --resume; use watch " + resume + " beside it");
            }
            print(new ResumedRun(kinds, runner).run(resume, options.settings(more)), resume);
            return 0;
        }
        LoadedJob loaded = options.load(kinds, more);
        Path out = options.out() == null ? JobRun.freshFolder(loaded.name()) : options.out();
        print(watch ? watched(runner, loaded, out) : runner.run(loaded, out), out);
        return 0;
    }

    private static Map<String, Object> watched(JobRun runner, LoadedJob loaded, Path out)
            throws RunFailedException, IOException {
        try (LiveServer server = new LiveServer(out, 0)) {
            System.err.println("live page: " + server.address());
            return runner.run(loaded, out);
        }
    }

    private static void refuseWith(Path resume, String option, @Nullable Path value) throws JobFileException {
        if (value != null) {
            throw new JobFileException(
                    "--resume " + resume + ": the run has its own job and folder; remove " + option + " " + value);
        }
    }

    private void print(Map<String, Object> summary, Path out) {
        if (options.json()) {
            System.out.println(Json.write(summary));
        } else {
            SummaryText.lines(summary).forEach(System.out::println);
            System.out.println("folder    " + out);
        }
    }

    private void printKeys(KeysPage page) {
        if (options.json()) {
            System.out.println(Json.write(Map.of("keys", page.maps())));
        } else {
            System.out.print(page.text(Terminal.detect().columns()));
        }
    }
}
