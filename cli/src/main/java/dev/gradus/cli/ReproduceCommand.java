package dev.gradus.cli;

import dev.gradus.calibrate.Load;
import dev.gradus.json.Json;
import dev.gradus.report.ExperimentsPage;
import dev.gradus.report.Figures;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the published experiments and writes the page that sets theirs beside ours. */
@Command(
        name = "reproduce",
        mixinStandardHelpOptions = true,
        description = "Runs every published experiment, which takes minutes, and writes the page that sets what was"
                + " published beside what came out here. Rounds are interleaved; the page shows the median.")
final class ReproduceCommand implements Callable<Integer> {

    /** Share of the cores that is not noise. */
    private static final double BUSY = 0.1;

    @Option(names = "--quick", description = "Smaller sets and one round: a minute or two, and rougher figures.")
    private boolean quick;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description = "Experiments to run, by the names of their jobs, such as logistic,cnn (default: all).")
    private List<String> only = List.of();

    @Option(names = "--rounds", paramLabel = "N", description = "How often to run each (default: 3, with --quick 1).")
    private @Nullable Integer rounds;

    @Option(names = "--jobs", paramLabel = "DIR", description = "Folder of the job files (default: ${DEFAULT-VALUE}).")
    private Path jobs = Path.of("jobs");

    @Option(names = "--page", paramLabel = "FILE", description = "Where to write the page (default: ${DEFAULT-VALUE}).")
    private Path page = Path.of("docs", "experiments.md");

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Folder for the runs (default: runs/reproduce-TIME); runs that it has already are not repeated.")
    private @Nullable Path out;

    @Option(
            names = "--json",
            description = "Prints the result as one JSON object, and nothing else on standard output.")
    private boolean json;

    @Override
    public Integer call() throws JobFileException, RunFailedException, IOException, InterruptedException {
        int times = rounds == null ? (quick ? 1 : 3) : rounds;
        if (times < 1) {
            throw new JobFileException("--rounds " + times + ": expected 1 or more");
        }
        Kinds kinds = Kinds.load();
        Path folder = out == null ? JobRun.freshFolder("reproduce") : out;
        List<Experiment> chosen = chosen();
        ExperimentsPage written = new ExperimentsPage(command(), machine(times));
        List<Map<String, Object>> results = new ArrayList<>();
        for (Experiment experiment : chosen) {
            List<ExperimentsPage.Run> runs = runs(kinds, experiment, folder, times);
            List<String> remarks = remarks(experiment, folder, times);
            written.add(new ExperimentsPage.Section(
                    experiment.title(),
                    experiment.about(),
                    experiment.published(),
                    runs,
                    experiment.differences(),
                    remarks));
            results.add(result(experiment, runs, remarks));
        }
        Path parent = page.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.writeString(page, written.text());
        if (json) {
            System.out.println(Json.write(Map.of("experiments", results)));
        } else {
            System.out.println("written to " + page + "; runs are in " + folder);
        }
        return 0;
    }

    private List<Experiment> chosen() throws JobFileException {
        List<Experiment> all = PublishedExperiments.all();
        List<String> names = all.stream().map(ReproduceCommand::name).toList();
        for (String name : only) {
            if (!names.contains(name)) {
                throw new JobFileException(
                        "--only " + name + ": no such experiment; choose from " + String.join(", ", names));
            }
        }
        return all.stream()
                .filter(experiment -> only.isEmpty() || only.contains(name(experiment)))
                .toList();
    }

    private static String name(Experiment experiment) {
        return experiment.job().replace(".yaml", "");
    }

    private String command() {
        return "./gradus reproduce" + (quick ? " --quick" : "")
                + (only.isEmpty() ? "" : " --only " + String.join(",", only));
    }

    private static List<String> machine(int times) throws IOException, InterruptedException {
        String cpu = "unknown";
        Path info = Path.of("/proc/cpuinfo");
        if (Files.isReadable(info)) {
            cpu = Files.readAllLines(info).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(cpu);
        }
        return List.of(
                "This machine: " + Runtime.getRuntime().availableProcessors() + " cores, " + cpu + ", Java "
                        + Runtime.version().feature() + ", " + System.getProperty("os.name") + ".",
                load(),
                "Median of " + times + (times == 1 ? " run" : " interleaved runs")
                        + " each. Seconds are of training alone; start-up and evaluation are apart (docs/measuring.md).",
                "*Speedup* is rows or words per second over the first row of its table, in brackets of the slowest and of the fastest run over the same. *Bytes a step* are sent by all ranks together; *exchange* is its exposed share of the time.");
    }

    /** A page that was made while others computed says so itself. */
    private static String load() throws InterruptedException {
        double load = Load.ofOthers();
        return "Others used " + Figures.fixed(100 * load, 0) + " % of the cores when it began"
                + (load > BUSY
                        ? ". **The machine was busy**: times, and above all speedups, would be better on an idle one."
                        : ".");
    }

    private List<ExperimentsPage.Run> runs(Kinds kinds, Experiment experiment, Path folder, int times)
            throws JobFileException, RunFailedException, IOException {
        JobRun runner = new JobRun(kinds, Terminal.detect().terse());
        Map<String, List<Map<String, Object>>> summaries = new LinkedHashMap<>();
        for (int round = 0; round < times; round++) {
            for (int i = 0; i < experiment.variants().size(); i++) {
                Experiment.Variant variant = experiment.variants().get(i);
                System.err.println(
                        name(experiment) + ", round " + (round + 1) + " of " + times + ": " + variant.name());
                LoadedJob loaded = JobFile.load(
                        jobs.resolve(experiment.job()), variant.over(quick ? experiment.quick() : List.of()), kinds);
                summaries
                        .computeIfAbsent(variant.name(), name -> new ArrayList<>())
                        .add(summary(runner, loaded, place(folder, experiment, i, round)));
            }
        }
        List<ExperimentsPage.Run> runs = new ArrayList<>();
        summaries.forEach((name, all) -> runs.add(ExperimentsPage.Run.median(name, all)));
        return runs;
    }

    /** A run that stands there already, as when somebody ended this command halfway, is not run again. */
    private static Map<String, Object> summary(JobRun runner, LoadedJob loaded, Path place)
            throws RunFailedException, IOException {
        Path before = place.resolve("summary.json");
        return Files.exists(before) ? Json.parseObject(Files.readString(before)) : runner.run(loaded, place);
    }

    private static Path place(Path folder, Experiment experiment, int variant, int round) {
        return folder.resolve(name(experiment) + "-" + (variant + 1) + "-round-" + (round + 1));
    }

    /** The words nearest to some, in the vectors of the last run. */
    private static List<String> remarks(Experiment experiment, Path folder, int times)
            throws IOException, JobFileException {
        if (experiment.words().isEmpty()) {
            return List.of();
        }
        Path last = place(folder, experiment, experiment.variants().size() - 1, times - 1);
        WordSearch search = WordSearch.open(last, 4);
        List<String> remarks = new ArrayList<>();
        for (String word : experiment.words()) {
            remarks.add("nearest to *" + word + "*: "
                    + search.line(search.nearest(search.ids(List.of(word))).get(0)));
        }
        return remarks;
    }

    private static Map<String, Object> result(
            Experiment experiment, List<ExperimentsPage.Run> runs, List<String> remarks) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("experiment", name(experiment));
        List<Map<String, Object>> rows = new ArrayList<>();
        for (ExperimentsPage.Run run : runs) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("run", run.name());
            row.putAll(run.summary());
            rows.add(row);
        }
        map.put("rows", rows);
        map.put("remarks", remarks);
        return map;
    }
}
