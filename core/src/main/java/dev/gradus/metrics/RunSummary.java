package dev.gradus.metrics;

import dev.gradus.json.Records;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The figures of a run, from the reports of its ranks. Times are those of the mean rank, except {@code seconds} and
 * {@code startupSeconds}, which are those of the slowest; counts are sums over all ranks.
 */
public final class RunSummary {

    private static final List<String> RANK_TIMES = List.of(
            "rank",
            "seconds",
            "samples",
            "computeSeconds",
            "exchangeSeconds",
            "hiddenExchangeSeconds",
            "waitSeconds",
            "diskSeconds",
            "gcSeconds",
            "throttleSeconds",
            "bytesSent",
            "messages",
            "waits");

    /** What the samples of most models are. */
    public static final String ROWS = "rows";

    /** What the samples of models of text are. */
    public static final String WORDS = "words";

    private RunSummary() {}

    /** What was run, beside the figures; {@code unit} is what samples are, {@link #ROWS} or {@link #WORDS}. */
    public record Subject(String model, String strategy, String launch, int servers, String unit) {}

    /** What a run that was resumed had done before: steps, rows of all ranks, seconds of training. */
    public record Earlier(long steps, long samples, double seconds) {

        /** Of a run that was not resumed. */
        public static final Earlier NONE = new Earlier(0, 0, 0);
    }

    /** The summary as it stands in {@code summary.json} and after {@code --json}. */
    public static Map<String, Object> of(Subject subject, List<RankReport> reports) {
        return of(subject, reports, Earlier.NONE);
    }

    /**
     * The summary of a run that was resumed. Steps, epochs, samples and seconds are those of the whole run; all else is
     * what the ranks that ended it measured, since those before may have been others.
     */
    public static Map<String, Object> of(Subject subject, List<RankReport> reports, Earlier earlier) {
        RankReport first = reports.get(0);
        double seconds = max(reports, RankReport::seconds);
        long samples = sum(reports, RankReport::samples);
        double compute = mean(reports, RankReport::computeSeconds);
        double exchange = mean(reports, RankReport::exchangeSeconds);
        double hidden = mean(reports, RankReport::hiddenExchangeSeconds);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("model", subject.model());
        map.put("strategy", subject.strategy());
        map.put("launch", subject.launch());
        map.put("ranks", reports.size());
        map.put("servers", subject.servers());
        map.put("steps", first.steps());
        map.put("epochs", first.epochs());
        map.put("samples", earlier.samples() + samples);
        map.put("seconds", earlier.seconds() + seconds);
        map.put("startupSeconds", max(reports, RankReport::startupSeconds));
        map.put("samplesPerSecond", samples / seconds);
        if (subject.unit().equals(WORDS)) {
            map.put("wordsPerSecond", samples / seconds);
            map.put("updates", first.updates());
            map.put("updatesPerSecond", first.updates() / seconds);
        }
        map.put("loss", first.loss());
        map.put("accuracy", hits(subject, first.accuracy()));
        map.put("auc", first.auc());
        map.put("precision", first.precision());
        map.put("recall", first.recall());
        map.put("trainLoss", first.trainLoss());
        map.put("trainAccuracy", hits(subject, first.trainAccuracy()));
        map.put("computeSeconds", compute);
        map.put("exchangeSeconds", exchange);
        map.put("hiddenExchangeSeconds", hidden);
        map.put("waitSeconds", mean(reports, RankReport::waitSeconds));
        map.put("diskSeconds", mean(reports, RankReport::diskSeconds));
        map.put("gcSeconds", mean(reports, RankReport::gcSeconds));
        map.put("throttleSeconds", mean(reports, RankReport::throttleSeconds));
        map.put("evaluateSeconds", max(reports, RankReport::evaluateSeconds));
        map.put("overlap", exchange + hidden > 0 ? hidden / (exchange + hidden) : 0.0);
        map.put("computeToExchange", exchange > 0 ? compute / exchange : Double.NaN);
        map.put("bytesSent", sum(reports, RankReport::bytesSent));
        map.put("messages", sum(reports, RankReport::messages));
        map.put("syncs", first.syncs());
        map.putAll(ServerSummary.of(reports));
        machine(map, reports, seconds);
        Bottleneck bottleneck = Bottleneck.of(reports);
        map.put("bottleneck", bottleneck.kind());
        map.put("bottleneckShares", bottleneck.shares());
        map.put("rankTimes", rankTimes(reports));
        map.put("kernels", first.kernels());
        map.put("parametersHash", first.parametersHash());
        if (!earlier.equals(Earlier.NONE)) {
            map.put("resumedFrom", earlier.steps());
            map.put("earlierSeconds", earlier.seconds());
        }
        return map;
    }

    private static void machine(Map<String, Object> map, List<RankReport> reports, double seconds) {
        Collection<RankReport> processes = processes(reports);
        map.put(
                "cpuPercent",
                100 * processes.stream().mapToDouble(RankReport::cpuSeconds).sum() / seconds);
        map.put("peakMemoryBytes", sum(processes, RankReport::peakMemoryBytes));
        map.put("diskBytes", sum(processes, RankReport::diskBytes));
        map.put("networkBytes", sum(reports, RankReport::networkBytes));
    }

    /** One report for each process, since ranks that share one report the same figures of it. */
    static Collection<RankReport> processes(List<RankReport> reports) {
        Map<String, RankReport> byProcess = new LinkedHashMap<>();
        reports.forEach(report -> byProcess.putIfAbsent(report.process(), report));
        return byProcess.values();
    }

    /** Word vectors with an output that predicts no single word count no hits. */
    private static double hits(Subject subject, double accuracy) {
        return subject.unit().equals(WORDS) && accuracy == 0 ? Double.NaN : accuracy;
    }

    /** Where each rank's time went; the means above do not show a rank that is unlike the others. */
    private static List<Map<String, Object>> rankTimes(List<RankReport> reports) {
        return reports.stream()
                .map(report -> {
                    Map<String, Object> all = Records.toMap(report);
                    Map<String, Object> times = new LinkedHashMap<>();
                    RANK_TIMES.forEach(name -> times.put(name, all.get(name)));
                    return times;
                })
                .toList();
    }

    private static double mean(List<RankReport> reports, ToDoubleFunction<RankReport> figure) {
        return reports.stream().mapToDouble(figure).average().orElse(0);
    }

    private static double max(List<RankReport> reports, ToDoubleFunction<RankReport> figure) {
        return reports.stream().mapToDouble(figure).max().orElse(0);
    }

    private static long sum(Collection<RankReport> reports, ToLongFunction<RankReport> figure) {
        return reports.stream().mapToLong(figure).sum();
    }
}
