package dev.gradus.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A run's summary in a few lines for people. */
public final class SummaryText {

    private SummaryText() {}

    public static List<String> lines(Map<String, ?> summary) {
        double total = number(summary, "seconds");
        List<String> lines = new ArrayList<>();
        double seconds = total;
        if (summary.containsKey("resumedFrom")) {
            seconds -= number(summary, "earlierSeconds");
            lines.add("resumed   from step " + summary.get("resumedFrom") + ", after "
                    + Figures.seconds(total - seconds) + "; speed, shares and bytes are of what came then");
        }
        boolean text = summary.containsKey("wordsPerSecond");
        String unit = text ? " words" : " rows";
        lines.add("done      " + Figures.count(number(summary, "samples")) + unit + " in " + Figures.seconds(total)
                + ", " + Figures.count(number(summary, "samplesPerSecond")) + unit + "/s (start-up "
                + Figures.seconds(number(summary, "startupSeconds")) + ")");
        lines.add(text ? "learnt    " + predictions(summary) : "held-out  " + quality(summary));
        lines.add("time      compute " + share(summary, "computeSeconds", seconds) + ", exchange "
                + share(summary, "exchangeSeconds", seconds) + " (waiting " + share(summary, "waitSeconds", seconds)
                + "); bottleneck: " + summary.get("bottleneck"));
        lines.add("sent      " + Figures.bytes(number(summary, "bytesSent")) + " in "
                + Figures.count(number(summary, "messages")) + " messages, " + Figures.count(number(summary, "syncs"))
                + " syncs");
        lines.addAll(ServerText.lines(summary));
        lines.add("machine   CPU " + Figures.fixed(number(summary, "cpuPercent"), 0) + " %, memory "
                + Figures.bytes(number(summary, "peakMemoryBytes")) + ", kernels " + summary.get("kernels"));
        lines.add("hash      " + summary.get("parametersHash"));
        return lines;
    }

    /** How words were predicted in the last epoch, and what the vectors know of analogies. */
    private static String predictions(Map<String, ?> summary) {
        double accuracy = number(summary, "accuracy");
        double analogies = number(summary, "analogyAccuracy");
        return "loss " + Figures.fixed(number(summary, "loss"), 5) + " a prediction"
                + (accuracy > 0 ? ", accuracy " + Figures.fixed(accuracy, 5) : "")
                + ", " + Figures.count(number(summary, "updatesPerSecond")) + " updates/s"
                + (Double.isNaN(analogies) ? "" : "; analogies " + Figures.fixed(100 * analogies, 1) + " % right");
    }

    private static String quality(Map<String, ?> summary) {
        double loss = number(summary, "loss");
        if (Double.isNaN(loss)) {
            return "no rows held out; last batch: loss " + Figures.fixed(number(summary, "trainLoss"), 5)
                    + ", accuracy " + Figures.fixed(number(summary, "trainAccuracy"), 5);
        }
        double auc = number(summary, "auc");
        return "loss " + Figures.fixed(loss, 5) + ", accuracy " + Figures.fixed(number(summary, "accuracy"), 5)
                + (Double.isNaN(auc) ? "" : ", AUC " + Figures.fixed(auc, 5));
    }

    private static String share(Map<String, ?> summary, String name, double seconds) {
        return Figures.fixed(100 * number(summary, name) / seconds, 0) + " %";
    }

    static double number(Map<String, ?> summary, String name) {
        return summary.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
