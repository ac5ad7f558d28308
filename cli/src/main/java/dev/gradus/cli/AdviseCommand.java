package dev.gradus.cli;

import dev.gradus.calibrate.Calibration;
import dev.gradus.calibrate.Findings;
import dev.gradus.data.DataException;
import dev.gradus.forecast.Advice;
import dev.gradus.forecast.Cluster;
import dev.gradus.forecast.Forecast;
import dev.gradus.forecast.Network;
import dev.gradus.forecast.ServerQueue;
import dev.gradus.json.Json;
import dev.gradus.report.ForecastReport;
import dev.gradus.report.html.ForecastPage;
import dev.gradus.run.JobRunner;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A short calibration of a job, and what it says of more ranks. */
@Command(
        name = "advise",
        mixinStandardHelpOptions = true,
        description =
                "Measures a job on this machine for a minute at most, and tells what 1 to 1024 ranks would gain on"
                        + " this machine or on a network that you describe: speedup, time and cost, what limits them and where"
                        + " to stop. docs/forecast.md says how.")
final class AdviseCommand implements Callable<Integer> {

    private static final String SERVER = "server";

    @Mixin
    private final JobOptions options = new JobOptions();

    @Option(names = "--launch", paramLabel = "NAME", description = "Short for --set launch=NAME.")
    private @Nullable String launch;

    @Option(
            names = "--strategies",
            split = ",",
            paramLabel = "NAME",
            description = "Strategies to forecast (default: ${DEFAULT-VALUE}).",
            defaultValue = "allreduce,local,server")
    private List<String> strategies = List.of();

    @Option(
            names = "--network",
            paramLabel = "NAME",
            description = "What ranks talk over: this-machine, 100mbit, 1gbit, 10gbit, 25gbit, 100gbit (default:"
                    + " ${DEFAULT-VALUE}, or as --bandwidth and --latency say).")
    private String network = Network.THIS_MACHINE;

    @Option(names = "--bandwidth", paramLabel = "SPEED", description = "Speed of every rank's link, like 10Gbit.")
    private @Nullable String bandwidth;

    @Option(names = "--latency", paramLabel = "TIME", description = "One way between two ranks, like 50us.")
    private @Nullable String latency;

    @Option(
            names = "--shared-cores",
            description = "Ranks share the cores of this machine though they talk over that network; else each has a"
                    + " machine like this to itself.")
    private boolean sharedCores;

    @Option(names = "--price", paramLabel = "MONEY", description = "Price of one rank for an hour.")
    private double price = Double.NaN;

    @Option(
            names = "--samples",
            paramLabel = "N",
            description = "Samples to the target, as race says (default: all of the job).")
    private double samples = Double.NaN;

    @Option(
            names = "--server-speed",
            paramLabel = "SPEED",
            description = "What one server takes in and gives out, like 1GB/s (default: as the calibration measures).")
    private @Nullable String serverSpeed;

    @Option(
            names = "--ranks-per-server",
            paramLabel = "N",
            description = "Ranks for each server (default: ${DEFAULT-VALUE}).")
    private double ranksPerServer = ServerQueue.DEFAULT_RANKS_PER_SERVER;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Most seconds of calibration, about (default: ${DEFAULT-VALUE}).")
    private int seconds = 45;

    @Override
    public Integer call()
            throws JobFileException, RunFailedException, DataException, IOException, InterruptedException {
        Cluster cluster = cluster();
        check();
        servers(Double.NaN); // a speed that cannot be read is said before a minute is spent
        Kinds kinds = Kinds.load();
        List<Setting> more = new ArrayList<>();
        JobOptions.add(more, "--launch", "launch.kind", launch);
        LoadedJob loaded = options.load(kinds, more);
        Path out = options.resultFolder(loaded.name(), "advise");
        JobRunner runner = new JobRunner(kinds, WorkerJvm.command());
        System.err.println("calibrating " + loaded.name() + " for " + seconds + " s at most");
        Calibration calibration = new Calibration(kinds, runner, loaded.job(), Duration.ofSeconds(seconds));
        Findings findings = calibration.run(measured());
        ForecastReport report = new ForecastReport(
                new ForecastReport.Question(
                        loaded.name(),
                        cluster,
                        Double.isNaN(samples) ? findings.samples() : samples,
                        runner.unit(loaded.job()),
                        price,
                        findings.seconds()),
                answers(findings, cluster, servers(findings.serverSpeed())),
                findings.notes());
        report.write(out);
        ForecastPage.write(out, report);
        print(report, out);
        return 0;
    }

    private void check() throws JobFileException {
        for (String strategy : strategies) {
            if (!List.of(Kinds.ALLREDUCE, "local", SERVER, "hogwild").contains(strategy)) {
                throw new JobFileException("--strategies " + strategy
                        + ": no forecast for it; choose from allreduce, local, server, hogwild");
            }
        }
        if (seconds < 1 || seconds > 600) {
            throw new JobFileException("--seconds " + seconds + ": expected 1 to 600");
        }
        if (price < 0 || samples <= 0) {
            throw new JobFileException(
                    "--price and --samples must be positive: price=" + price + ", samples=" + samples);
        }
    }

    private Cluster cluster() throws JobFileException {
        try {
            if (bandwidth == null && latency == null) {
                return network.equals(Network.THIS_MACHINE)
                        ? Cluster.thisMachine()
                        : new Cluster(Network.preset(network), sharedCores);
            }
            if (bandwidth == null || latency == null) {
                throw new JobFileException("--bandwidth and --latency describe a network together; give both");
            }
            Network described = Network.described(
                    bandwidth + ", " + latency, Network.latency(latency), Network.bandwidth(bandwidth));
            return new Cluster(described, sharedCores);
        } catch (IllegalArgumentException e) {
            throw new JobFileException(String.valueOf(e.getMessage()));
        }
    }

    /** Servers as the user describes them, else as fast as the calibration found one. */
    private ServerQueue servers(double measured) throws JobFileException {
        double found = Double.isNaN(measured) ? ServerQueue.DEFAULT_BYTES_PER_SECOND : measured;
        try {
            return new ServerQueue(serverSpeed == null ? found : Network.bandwidth(serverSpeed), ranksPerServer);
        } catch (IllegalArgumentException e) {
            throw new JobFileException(String.valueOf(e.getMessage()));
        }
    }

    /** Servers need what {@code allreduce} is measured by, and their own speed unless somebody knows it. */
    private List<String> measured() {
        List<String> measured = new ArrayList<>(strategies);
        if (measured.contains(SERVER) && !measured.contains(Kinds.ALLREDUCE)) {
            measured.add(Kinds.ALLREDUCE);
        }
        if (serverSpeed != null) {
            measured.remove(SERVER);
        }
        return measured;
    }

    private List<ForecastReport.Answer> answers(Findings findings, Cluster cluster, ServerQueue servers) {
        List<ForecastReport.Answer> answers = new ArrayList<>();
        for (Findings.Subject subject : findings.subjects()) {
            String strategy = subject.work().strategy();
            if (strategies.contains(strategy)) {
                answers.add(new ForecastReport.Answer(
                        Forecast.of(subject.work(), subject.machine(), cluster),
                        Advice.of(subject.work(), subject.machine(), cluster, subject.rounded()),
                        subject.work(),
                        subject.machine()));
            }
            if (strategy.equals(Kinds.ALLREDUCE) && strategies.contains(SERVER)) {
                Forecast forecast = Forecast.ofServers(subject.work(), subject.machine(), cluster, servers);
                answers.add(new ForecastReport.Answer(forecast, Advice.ofServers(forecast), null, subject.machine()));
            }
        }
        return answers;
    }

    private void print(ForecastReport report, Path out) {
        if (options.json()) {
            System.out.println(Json.write(report.toMap()));
            return;
        }
        report.lines().forEach(System.out::println);
        System.out.println("written to " + out + ": advise.json, advise.md, report.html");
    }
}
