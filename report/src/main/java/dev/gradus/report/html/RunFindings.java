package dev.gradus.report.html;

import dev.gradus.metrics.Bottleneck;
import dev.gradus.metrics.ResourceReading;
import dev.gradus.report.Figures;
import dev.gradus.report.html.Finding.Topic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the figures of one run mean, in plain words. A function of the run alone. */
final class RunFindings {

    /** Training for less than this is mostly the scheduler and the compiler. */
    private static final double SHORT_SECONDS = 2;

    /** What others may use of the machine before it disturbs, in percent of a core. */
    static final double QUIET_PERCENT = 25;

    /** A share that is this close to the largest might as well be it. */
    private static final double CLOSE = 0.1;

    /** Exposed exchange that takes less of a step than this is made of waiting for messages, not of their bytes. */
    private static final double LATENCY_SECONDS = 0.5e-3;

    /** What a rank sends in a step that is short enough for one message: half of it takes as long. */
    static final double SHORT_BYTES = 32 << 10;

    private final RunRecord run;
    private final Map<String, Double> shares;
    private final String kind;

    private RunFindings(RunRecord run) {
        this.run = run;
        this.shares = shares(run);
        this.kind = run.text("bottleneck");
    }

    /** The findings of a run; of one without a summary only that there is none. */
    static List<Finding> of(RunRecord run) {
        if (!run.finished()) {
            return List.of(new Finding(
                    Topic.SURE,
                    "Not at all: the run " + run.label() + " has no summary, so only its curves are shown."));
        }
        RunFindings findings = new RunFindings(run);
        return List.of(
                new Finding(Topic.LIMIT, findings.limit()),
                new Finding(Topic.HELP, findings.help()),
                new Finding(Topic.SURE, findings.sure()));
    }

    private static Map<String, Double> shares(RunRecord run) {
        Map<String, Double> shares = new LinkedHashMap<>();
        if (run.summary().get("bottleneckShares") instanceof Map<?, ?> map) {
            map.forEach((kind, share) ->
                    shares.put(String.valueOf(kind), share instanceof Number number ? number.doubleValue() : 0.0));
        }
        return shares;
    }

    /** The bottleneck with the figures that show it: the shares of the rule, and what the processes used. */
    static String evidence(RunRecord run) {
        if (!run.finished()) {
            return "Bottleneck of the run: unknown, it has no summary.";
        }
        List<String> parts = new ArrayList<>();
        shares(run).forEach((kind, share) -> {
            if (share >= 0.005) {
                parts.add(kind + " " + percent(share));
            }
        });
        double seconds = run.figure("seconds");
        return "Bottleneck of the run: " + run.text("bottleneck") + " ("
                + (parts.isEmpty()
                        ? "its shares were not noted"
                        : String.join(", ", parts) + " of the mean rank's time")
                + "). Its processes used " + Figures.fixed(run.figure("cpuPercent") / 100, 2) + " cores, "
                + Figures.bytes(run.figure("diskBytes") / seconds) + "/s of disks and "
                + Figures.bytes(run.figure("networkBytes") / seconds) + "/s of networks.";
    }

    private double share(String of) {
        return shares.getOrDefault(of, Double.NaN);
    }

    private String limit() {
        String percent = percent(share(kind));
        String text = switch (kind) {
            case Bottleneck.CPU -> "Computing: it takes " + percent + " of the time.";
            case Bottleneck.MEMORY ->
                "Memory bandwidth: computing takes " + percent
                        + " of the time, and reads its rows nearly as fast as memory delivers them.";
            case Bottleneck.DISK ->
                "The disk: " + percent + " of the time went to reading and writing, "
                        + Figures.bytes(run.figure("diskBytes")) + " in all.";
            case Bottleneck.NETWORK ->
                "Exchange: " + percent
                        + " of the time went to moving gradients and to waiting that all ranks shared, "
                        + Figures.seconds(exchangePerStep()) + " of every step.";
            case Bottleneck.WAITING -> "Waiting for slow ranks: " + percent + " of the time" + slowest() + ".";
            default -> "Nothing that was measured: the summary names no bottleneck.";
        };
        return text + closeBehind();
    }

    private String closeBehind() {
        for (Map.Entry<String, Double> other : shares.entrySet()) {
            boolean close = other.getValue() > 0 && share(kind) - other.getValue() < CLOSE;
            if (close && !other.getKey().equals(kind)) {
                return " Close behind: " + other.getKey() + ", with " + percent(other.getValue()) + ".";
            }
        }
        return "";
    }

    private double exchangePerStep() {
        return run.figure("exchangeSeconds") / Math.max(1, run.figure("steps"));
    }

    /** The rank that others waited for longest, as far as ranks wait for one another by name. */
    private String slowest() {
        Map<Integer, Double> waits = new LinkedHashMap<>();
        for (Map<?, ?> rank : run.rankTimes()) {
            List<?> peers = rank.get("waits") instanceof List<?> list ? list : List.of();
            for (int peer = 0; peer < peers.size(); peer++) {
                waits.merge(peer, peers.get(peer) instanceof Number wait ? wait.doubleValue() : 0.0, Double::sum);
            }
        }
        return waits.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(most -> most.getValue() > 0)
                .map(most -> ", most of it for rank " + most.getKey() + " (" + Figures.seconds(most.getValue())
                        + " over all ranks)")
                .orElse("");
    }

    private String help() {
        int cores = cores();
        boolean crowded = cores > 0 && sharesMachine(run) && run.ranks() > cores;
        if (crowded && !kind.equals(Bottleneck.DISK)) {
            return "Fewer ranks: there are " + run.ranks() + " on " + cores
                    + " cores, so they wait for a core and not for each other's numbers.";
        }
        return switch (kind) {
            case Bottleneck.CPU -> faster() + room(cores);
            case Bottleneck.MEMORY -> "Other machines: ranks on this one share its memory." + most();
            case Bottleneck.DISK ->
                "Rarer checkpoints (checkpoint.every), rows that fit into memory, or a faster disk.";
            case Bottleneck.NETWORK -> lessExchange() + most();
            case Bottleneck.WAITING ->
                "Look at the machine of that rank: what else runs there, and whether it has as"
                        + " fast a core. A strategy that waits less (local) hides it." + most();
            default -> "Train anew, so that the summary has all figures.";
        };
    }

    private String faster() {
        return run.text("kernels").equals("plain")
                ? "Vector kernels: this run used plain loops (kernels: auto takes the fast ones where they work). "
                : "";
    }

    private String room(int cores) {
        if (cores == 0) {
            return "More cores, on this machine or others.";
        }
        return run.ranks() < cores
                ? "More ranks: there are " + cores + " cores and " + run.ranks()
                        + (run.ranks() == 1 ? " rank." : " ranks.") + " Try scale."
                : "More cores: all " + cores + " of this machine have a rank." + most();
    }

    private String lessExchange() {
        double bytes = run.figure("bytesSent") / Math.max(1, run.figure("steps")) / Math.max(1, run.ranks());
        boolean latency = exchangePerStep() < LATENCY_SECONDS || bytes < SHORT_BYTES;
        String batch = "A larger batchSize (now " + run.setting("batchSize") + "), so that there are fewer exchanges";
        return latency
                ? batch + ": each is so short that it is made of latency, not of bytes."
                : batch + ", or fewer bytes: exchange.compression: bf16 halves them.";
    }

    /** What the best of all networks and machines could bring, without more computing power. */
    private String most() {
        double all = run.figure("computeSeconds") + run.figure("exchangeSeconds") + run.figure("diskSeconds");
        double gain = all / run.figure("computeSeconds");
        return gain > 1.02 && Double.isFinite(gain)
                ? " Without any exchange the run would be " + Figures.fixed(gain, 2) + " times as fast at best."
                : "";
    }

    private String sure() {
        List<String> doubts = new ArrayList<>();
        double seconds = run.figure("seconds");
        if (seconds < SHORT_SECONDS) {
            doubts.add("the clock ran for only " + Figures.seconds(seconds) + "; set more epochs");
        }
        double others = othersPercent(run);
        if (others > QUIET_PERCENT) {
            doubts.add("something else used " + Figures.fixed(others / 100, 1) + " cores of the machine meanwhile");
        }
        if (!closeBehind().isEmpty()) {
            doubts.add("two causes are nearly equal");
        }
        if (shares.isEmpty()) {
            doubts.add("the run is of a version that did not note the shares");
        }
        String basis = Figures.seconds(seconds) + " of training, "
                + samples(run.log().resources().size()) + " of resources, one run; scale measures several rounds.";
        return doubts.isEmpty() ? "Fairly: " + basis : "Not very: " + String.join("; ", doubts) + ". Basis: " + basis;
    }

    private static String samples(int count) {
        return count + (count == 1 ? " sample" : " samples");
    }

    /** Busy cores of the machine less what the run's processes used; 0 where that is not known. */
    static double othersPercent(RunRecord run) {
        double machine = 0;
        double own = 0;
        int samples = 0;
        for (ResourceReading reading : run.log().resources()) {
            if (!reading.cores().isEmpty() && !Double.isNaN(reading.cpuPercent())) {
                own += reading.cpuPercent();
            }
            if (reading.rank() == 0 && !reading.cores().isEmpty()) {
                machine += reading.cores().stream()
                        .mapToDouble(core -> core instanceof Number number ? number.doubleValue() : 0.0)
                        .sum();
                samples++;
            }
        }
        return samples == 0 || !sharesMachine(run) ? 0 : (machine - own) / samples;
    }

    /** Whether all ranks ran on the launcher's machine, as far as that can be told. */
    private static boolean sharesMachine(RunRecord run) {
        return !run.text("launch").equals("join");
    }

    private int cores() {
        return run.summary().get("machine") instanceof Map<?, ?> machine && machine.get("cores") instanceof Number cores
                ? cores.intValue()
                : 0;
    }

    static String percent(double share) {
        return Double.isNaN(share) ? "an unknown part" : Figures.fixed(100 * share, 0) + " %";
    }
}
