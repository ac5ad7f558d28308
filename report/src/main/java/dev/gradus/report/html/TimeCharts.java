package dev.gradus.report.html;

import dev.gradus.report.chart.BarChart;
import dev.gradus.report.chart.BarChart.Part;
import dev.gradus.report.chart.Chart;
import dev.gradus.report.chart.Chart.Heading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Where time and bytes went, in pictures. */
final class TimeCharts {

    private static final String CAPTION =
            "Moving and waiting are the exposed exchange, during which a rank does not compute."
                    + " Hidden exchange ran behind computing and is no part of the time that passed.";

    private TimeCharts() {}

    /** The mean rank of each run; {@code names} stand below the bars. */
    static Chart byRun(String axis, List<String> names, List<RunRecord> runs) {
        List<Map<?, ?>> times = new ArrayList<>();
        runs.forEach(run -> times.add(run.summary()));
        return stacked(
                new Heading("times", "Where the time went", "Seconds of the mean rank. " + CAPTION),
                axis,
                names,
                times);
    }

    /** Each rank of one run. */
    static Chart byRank(RunRecord run) {
        List<Map<?, ?>> times = run.rankTimes();
        return stacked(
                new Heading("rank-times", "Where the time of each rank went", CAPTION),
                "rank",
                times.stream().map(rank -> String.valueOf(rank.get("rank"))).toList(),
                times);
    }

    private static Chart stacked(Heading heading, String axis, List<String> names, List<Map<?, ?>> times) {
        List<Part> parts = new ArrayList<>(List.of(
                new Part("compute", 0, figures(times, "computeSeconds")),
                new Part("moving", 2, moving(times)),
                new Part("waiting", 1, figures(times, "waitSeconds"))));
        // What happened nowhere has no place in the legend.
        List.of(
                        new Part("GC", 5, figures(times, "gcSeconds")),
                        new Part("disk", 4, figures(times, "diskSeconds")),
                        new Part("throttled", 3, figures(times, "throttleSeconds")),
                        new Part("hidden exchange", 6, figures(times, "hiddenExchangeSeconds")))
                .stream()
                .filter(part -> part.values().stream().anyMatch(seconds -> seconds > 0))
                .forEach(parts::add);
        return new BarChart(heading, axis, "seconds", names, parts, true);
    }

    private static List<Double> figures(List<Map<?, ?>> times, String name) {
        return times.stream().map(map -> figure(map, name)).toList();
    }

    private static double figure(Map<?, ?> map, String name) {
        return map.get(name) instanceof Number number ? number.doubleValue() : 0;
    }

    private static List<Double> moving(List<Map<?, ?>> times) {
        return times.stream()
                .map(map -> Math.max(0, figure(map, "exchangeSeconds") - figure(map, "waitSeconds")))
                .toList();
    }

    /** Samples per second of runs that are not rows of one scaling. */
    static Chart throughput(List<RunRecord> runs) {
        return new BarChart(
                new Heading("runs", "Throughput of each run", "Runs of different jobs count different samples."),
                "run",
                "samples per second",
                runs.stream().map(RunRecord::label).toList(),
                List.of(new Part(
                        "throughput",
                        0,
                        runs.stream().map(run -> run.figure("samplesPerSecond")).toList())),
                false);
    }

    /** Bytes of a step, beside those of a dense exchange. */
    static Chart bytes(List<RunRecord> runs, List<String> names) {
        return new BarChart(
                new Heading(
                        "bytes",
                        "Bytes sent in a step, by all ranks",
                        "Formula: all numbers as they are, without heads of messages, if every rank has one node of the"
                                + " tree of shards. What is sent of sparse rows is less."),
                "ranks",
                "bytes",
                names,
                List.of(
                        new Part(
                                "measured",
                                0,
                                runs.stream().map(Volume::measuredBytes).toList()),
                        new Part(
                                "dense, by formula",
                                7,
                                runs.stream().map(Volume::formulaBytes).toList())),
                false);
    }

    /** How stale pulled values were: {@code counts} by staleness, from 0 on. */
    static Chart staleness(List<?> counts) {
        return new BarChart(
                new Heading(
                        "staleness",
                        "Staleness",
                        "How many updates of others a rank's parameters lacked when it computed with them."),
                "updates behind",
                "times",
                IntStream.range(0, counts.size()).mapToObj(Integer::toString).toList(),
                List.of(new Part(
                        "staleness",
                        0,
                        counts.stream()
                                .map(count -> count instanceof Number number ? number.doubleValue() : 0.0)
                                .toList())),
                false);
    }
}
