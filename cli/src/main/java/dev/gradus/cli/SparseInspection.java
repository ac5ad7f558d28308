package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseKind;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.data.sparse.generated.CtrKind;
import dev.gradus.data.sparse.generated.CtrRows;
import dev.gradus.data.sparse.generated.Truth;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.json.Json;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.SparseSetup;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Shows what is in the sparse rows of a job. */
final class SparseInspection {

    private static final int TOP_FEATURES = 20;

    private final String kind;
    private final FeatureList features;
    private final Part train;
    private final Part test;

    /** Rows of one kind, what was found in them, and what the hidden model scores on them if they have one. */
    private record Part(long rows, long storedBytes, SparseStatistics found, Optional<Truth> truth) {

        static Part of(SparseSource source, int top, Optional<CtrRows> generated) throws DataException {
            return new Part(
                    source.rows(),
                    source.storedBytes(),
                    SparseStatistics.of(source, top),
                    generated.filter(made -> made.rows() > 0).map(CtrRows::truth));
        }

        double percentPositive() {
            return 100.0 * found.positives() / rows;
        }

        double entriesOfARow() {
            return (double) found.entries() / rows;
        }
    }

    private SparseInspection(String kind, SparseSet set, Optional<CtrKind.Parts> generated) throws DataException {
        this.kind = kind;
        this.features = set.features();
        int top = Math.min(TOP_FEATURES, features.size());
        this.train = Part.of(set.train(), top, generated.map(CtrKind.Parts::train));
        this.test = Part.of(set.test(), top, generated.map(CtrKind.Parts::test));
    }

    /** Reads all rows of a job, and prints under a name what is in them. */
    static void print(PrintWriter screen, String name, Job job, boolean json) throws DataException {
        SparseKind kind = kind(job);
        Optional<CtrKind.Parts> generated =
                kind instanceof CtrKind clicks ? Optional.of(clicks.generate(job)) : Optional.empty();
        try (SparseSet set = SparseSetup.open(job, kind)) {
            SparseInspection inspection = new SparseInspection(kind.name(), set, generated);
            if (json) {
                screen.println(Json.write(inspection.result(name)));
            } else {
                inspection.print(screen, name);
            }
        }
    }

    /** The kind of a job's sparse rows; others are refused. */
    static SparseKind kind(Job job) {
        if (Kinds.load().data(job) instanceof SparseKind sparse) {
            return sparse;
        }
        throw new JobException(
                JobKeys.DATA_KIND.name(),
                JobKeys.DATA_KIND + "=" + job.get(JobKeys.DATA_KIND)
                        + " gives no sparse rows; inspect its file itself");
    }

    private Map<String, Object> result(String name) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("file", name);
        result.put("kind", kind);
        result.put("space", features.space());
        result.put("features", features.size());
        result.put("lowestFeature", Arrays.stream(features.ids()).min().orElse(0));
        result.put("highestFeature", Arrays.stream(features.ids()).max().orElse(0));
        result.put("train", result(train));
        result.put("test", result(test));
        Map<String, Object> top = new LinkedHashMap<>();
        for (int i = 0; i < Math.min(TOP_FEATURES, features.size()); i++) {
            top.put(Integer.toString(features.id(i)), train.found().count(i));
        }
        result.put("top", top);
        return result;
    }

    private static Map<String, Object> result(Part part) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("rows", part.rows());
        result.put("positives", part.found().positives());
        result.put("entries", part.found().entries());
        result.put("fewestEntries", part.found().fewestEntries());
        result.put("mostEntries", part.found().mostEntries());
        result.put("cacheBytes", part.storedBytes());
        part.truth().ifPresent(truth -> {
            result.put("hiddenLoss", truth.logLoss());
            result.put("hiddenAuc", truth.auc());
        });
        return result;
    }

    private void print(PrintWriter screen, String name) {
        screen.printf(
                Locale.ROOT,
                "%s: %s, %,d features of %,d occur, from %d to %d%n",
                name,
                kind,
                features.size(),
                features.space(),
                Arrays.stream(features.ids()).min().orElse(0),
                Arrays.stream(features.ids()).max().orElse(0));
        screen.printf(
                "%n%-9s %13s %12s %15s %12s %16s%s%n",
                "rows",
                "",
                "label 1",
                "entries a row",
                "from, to",
                "bytes in cache",
                train.truth().isPresent() ? "   hidden model's loss, AUC" : "");
        print(screen, "training", train);
        print(screen, "held out", test);
        screen.printf("%nmost frequent features%n");
        for (int i = 0; i < Math.min(TOP_FEATURES, features.size()); i++) {
            long count = train.found().count(i);
            screen.printf(
                    Locale.ROOT, "%-20d %,14d rows %8.3f %%%n", features.id(i), count, 100.0 * count / train.rows());
        }
    }

    private static void print(PrintWriter screen, String name, Part part) {
        if (part.rows() == 0) {
            screen.printf("%-9s %13d%n", name, 0);
            return;
        }
        screen.printf(
                Locale.ROOT,
                "%-9s %,13d %10.2f %% %15.2f %12s %,16d%s%n",
                name,
                part.rows(),
                part.percentPositive(),
                part.entriesOfARow(),
                part.found().fewestEntries() + ", " + part.found().mostEntries(),
                part.storedBytes(),
                part.truth()
                        .map(truth -> String.format(Locale.ROOT, "%19.4f, %.4f", truth.logLoss(), truth.auc()))
                        .orElse(""));
    }
}
