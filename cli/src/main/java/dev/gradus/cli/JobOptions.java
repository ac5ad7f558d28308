package dev.gradus.cli;

import dev.gradus.train.Kinds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every command that runs a job takes: the file, and what counts over it. */
final class JobOptions {

    @Parameters(index = "0", arity = "0..1", paramLabel = "JOB", description = "Job file, YAML.")
    private @Nullable Path file;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Sets a key of the job, over what the file says. Repeat for more.")
    private List<String> settings = List.of();

    @Option(names = "--strategy", paramLabel = "NAME", description = "Short for --set strategy=NAME.")
    private @Nullable String strategy;

    @Option(names = "--seed", paramLabel = "N", description = "Short for --set seed=N.")
    private @Nullable String seed;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder to write to (default: runs/NAME-TIME).")
    private @Nullable Path out;

    @Option(
            names = "--json",
            description = "Prints the result as one JSON object, and nothing else on standard output.")
    private boolean json;

    /** Reads and checks the job, with {@code more} settings counted over those of the options. */
    LoadedJob load(Kinds kinds, List<Setting> more) throws JobFileException {
        if (file == null) {
            throw new JobFileException("no job file given; try jobs/logistic.yaml");
        }
        return JobFile.load(file, settings(more), kinds);
    }

    /** The settings of the options, and {@code more} counted over them. */
    List<Setting> settings(List<Setting> more) throws JobFileException {
        List<Setting> all = new ArrayList<>();
        for (String setting : settings) {
            all.add(Setting.parse(setting));
        }
        add(all, "--strategy", "strategy.kind", strategy);
        add(all, "--seed", "seed", seed);
        all.addAll(more);
        return all;
    }

    static void add(List<Setting> settings, String option, String key, @Nullable String value) {
        if (value != null) {
            settings.add(Setting.option(option, key, value));
        }
    }

    @Nullable
    Path file() {
        return file;
    }

    boolean json() {
        return json;
    }

    @Nullable
    Path out() {
        return out;
    }

    /** The folder for what a command makes of several runs, which must not hold such a result already. */
    Path resultFolder(String job, String command) throws JobFileException {
        Path folder = out == null ? JobRun.freshFolder(job + "-" + command) : out;
        if (Files.exists(folder.resolve(command + ".json"))) {
            throw new JobFileException(
                    "--out " + folder + ": holds a result already; choose another folder or remove it");
        }
        return folder;
    }
}
