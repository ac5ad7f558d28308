package dev.gradus.report.html;

import dev.gradus.metrics.ResourceReading;
import dev.gradus.report.chart.Chart;
import dev.gradus.report.chart.Chart.Heading;
import dev.gradus.report.chart.LineChart;
import dev.gradus.report.chart.LineChart.Look;
import dev.gradus.report.chart.LineChart.Series;
import dev.gradus.report.chart.Points;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** What the processes and the machine of one run used over time, in pictures. */
final class ResourceCharts {

    /** Curves that can be told apart. */
    private static final int MOST = 8;

    private static final String TIME = "seconds since the clock started";

    private final RunRecord run;
    private final Map<Integer, List<ResourceReading>> processes = new TreeMap<>();

    ResourceCharts(RunRecord run) {
        this.run = run;
        for (ResourceReading reading : run.log().resources()) {
            processes.computeIfAbsent(reading.rank(), rank -> new ArrayList<>()).add(reading);
        }
    }

    List<Chart> charts() {
        List<LineChart> all = List.of(cpu(), cores(), memory(), traffic());
        return all.stream()
                .filter(chart -> !chart.isEmpty())
                .map(Chart.class::cast)
                .toList();
    }

    private LineChart cpu() {
        return new LineChart(
                new Heading(
                        "cpu",
                        "CPU of the run's processes",
                        "100 % is one core. Threads of the compiler and the garbage collector count."),
                TIME,
                "percent of a core",
                perProcess("", Look.LINE, ResourceReading::cpuPercent),
                true,
                false);
    }

    /** The machine of the lowest rank; with many cores only the least and the most busy one. */
    private LineChart cores() {
        List<ResourceReading> readings =
                processes.isEmpty() ? List.of() : processes.values().iterator().next();
        int cores = readings.stream()
                .mapToInt(reading -> reading.cores().size())
                .max()
                .orElse(0);
        List<Series> series = new ArrayList<>();
        if (cores <= MOST) {
            for (int core = 0; core < cores; core++) {
                int number = core;
                series.add(series("core " + core, Look.LINE, core, readings, reading -> busy(reading, number)));
            }
        } else {
            series.add(series("least busy", Look.LINE, 0, readings, reading -> extreme(reading, -1)));
            series.add(series("most busy", Look.LINE, 1, readings, reading -> extreme(reading, 1)));
        }
        return new LineChart(
                new Heading(
                        "cores",
                        "Cores of the machine",
                        "How busy each core was with all that ran, this run or not. " + RunFindings.evidence(run)),
                TIME,
                "percent busy",
                series,
                true,
                false);
    }

    private static double busy(ResourceReading reading, int core) {
        return core < reading.cores().size() && reading.cores().get(core) instanceof Number number
                ? number.doubleValue()
                : Double.NaN;
    }

    private static double extreme(ResourceReading reading, int sign) {
        double most = Double.NaN;
        for (int core = 0; core < reading.cores().size(); core++) {
            double busy = busy(reading, core);
            most = Double.isNaN(most) || busy * sign > most * sign ? busy : most;
        }
        return most;
    }

    private LineChart memory() {
        List<Series> series =
                new ArrayList<>(perProcess(" resident", Look.LINE, reading -> reading.residentBytes() / 1e6));
        series.addAll(perProcess(" heap", Look.DASHED, reading -> reading.heapBytes() / 1e6));
        return new LineChart(
                new Heading(
                        "memory",
                        "Memory",
                        "Resident: physical memory of a process. Heap: objects of the JVM in it, garbage included."),
                TIME,
                "megabytes",
                series,
                true,
                false);
    }

    private LineChart traffic() {
        List<ResourceReading> first =
                processes.isEmpty() ? List.of() : processes.values().iterator().next();
        List<Series> series = List.of(
                series("disk read", Look.LINE, 0, first, reading -> reading.diskReadBytesPerSecond() / 1e6),
                series("disk written", Look.LINE, 1, first, reading -> reading.diskWrittenBytesPerSecond() / 1e6),
                series("received", Look.LINE, 2, first, reading -> reading.networkReceivedBytesPerSecond() / 1e6),
                series("sent", Look.LINE, 3, first, reading -> reading.networkSentBytesPerSecond() / 1e6),
                series("loopback", Look.LINE, 4, first, reading -> reading.loopbackBytesPerSecond() / 1e6));
        return new LineChart(
                new Heading(
                        "traffic",
                        "Disk and network",
                        "Disk: by the process of the lowest rank. Network: of its whole machine, loopback apart."),
                TIME,
                "megabytes per second",
                series,
                true,
                false);
    }

    private List<Series> perProcess(String what, Look look, ToDoubleFunction<ResourceReading> figure) {
        List<Series> series = new ArrayList<>();
        boolean alone = processes.size() == 1;
        for (Map.Entry<Integer, List<ResourceReading>> process : processes.entrySet()) {
            if (series.size() < MOST) {
                String name = (alone ? "process" : "rank " + process.getKey()) + what;
                series.add(series(name, look, series.size(), process.getValue(), figure));
            }
        }
        return series;
    }

    private static Series series(
            String name,
            Look look,
            int color,
            List<ResourceReading> readings,
            ToDoubleFunction<ResourceReading> figure) {
        return new Series(
                name,
                look,
                color,
                Points.of(
                        readings.stream().map(ResourceReading::seconds).toList(),
                        readings.stream().map(figure::applyAsDouble).toList()));
    }
}
