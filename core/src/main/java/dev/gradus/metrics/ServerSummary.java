package dev.gradus.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of a run on servers, from what rank 0 reports of each server and what all ranks report of themselves. */
final class ServerSummary {

    private ServerSummary() {}

    /** Nothing where there were no servers. */
    static Map<String, Object> of(List<RankReport> reports) {
        RankReport first = reports.get(0);
        List<Map<?, ?>> servers = new ArrayList<>();
        for (Object server : first.servers()) {
            if (server instanceof Map<?, ?> map) {
                servers.add(map);
            }
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        if (servers.isEmpty()) {
            return figures;
        }
        long bytes = reports.stream().mapToLong(RankReport::bytesSent).sum();
        figures.put("bytesPerStep", bytes / (double) Math.max(1, first.steps()));
        figures.put("denseBytesPerStep", first.denseBytesPerStep());
        figures.put(
                "serverTraffic", servers.stream().map(ServerSummary::traffic).toList());
        figures.put("staleness", staleness(servers));
        double[] moved = servers.stream()
                .mapToDouble(server -> number(server, "bytesIn") + number(server, "bytesOut"))
                .toArray();
        figures.put("serverSkew", skew(moved));
        figures.put("hotServer", largest(moved));
        figures.put("slowestWorker", slowest(reports));
        figures.put("lostWorkers", servers.get(0).get("lost") instanceof List<?> lost ? lost : List.of());
        figures.put("lostSteps", (long) number(servers.get(0), "lostSteps"));
        return figures;
    }

    private static Map<String, Object> traffic(Map<?, ?> server) {
        Map<String, Object> line = new LinkedHashMap<>();
        for (String name : List.of("shard", "pulls", "pushes")) {
            line.put(name, (long) number(server, name));
        }
        line.put("rows", (long) (number(server, "rowsPulled") + number(server, "rowsPushed")));
        for (String name : List.of("bytesIn", "bytesOut", "messagesIn", "messagesOut", "bytesHeld", "refused")) {
            line.put(name, (long) number(server, name));
        }
        line.put("busySeconds", number(server, "busySeconds"));
        return line;
    }

    /** Pushes by their staleness, over all servers, up to the largest there was. */
    static List<Long> staleness(List<? extends Map<?, ?>> servers) {
        List<Long> sums = new ArrayList<>();
        for (Map<?, ?> server : servers) {
            List<?> cells = server.get("staleness") instanceof List<?> list ? list : List.of();
            for (int i = 0; i < cells.size(); i++) {
                if (i == sums.size()) {
                    sums.add(0L);
                }
                sums.set(i, sums.get(i) + (cells.get(i) instanceof Number count ? count.longValue() : 0));
            }
        }
        int end = sums.size();
        while (end > 0 && sums.get(end - 1) == 0) {
            end--;
        }
        return List.copyOf(sums.subList(0, end));
    }

    /** How much more the busiest moved than the mean. */
    static double skew(double[] moved) {
        double sum = Arrays.stream(moved).sum();
        return sum > 0 ? moved[largest(moved)] * moved.length / sum : 1;
    }

    private static int largest(double[] values) {
        int largest = 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] > values[largest]) {
                largest = i;
            }
        }
        return largest;
    }

    /** The worker that computed longest, or was made to seem so, for each of its samples. */
    private static int slowest(List<RankReport> reports) {
        return reports.stream()
                .max(Comparator.comparingDouble(
                        report -> (report.computeSeconds() + report.throttleSeconds()) / Math.max(1, report.samples())))
                .map(RankReport::rank)
                .orElse(0);
    }

    private static double number(Map<?, ?> server, String name) {
        return server.get(name) instanceof Number number ? number.doubleValue() : 0;
    }
}
