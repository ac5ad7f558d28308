package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.format.RowFileKind;
import dev.gradus.data.sparse.format.RowStatistics;
import dev.gradus.job.Job;
import dev.gradus.json.Json;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Shows what is in files of sparse rows as they are, lines that are no rows included. Nothing is kept. */
final class RowFileInspection {

    private RowFileInspection() {}

    static void print(PrintWriter screen, String path, RowFileKind kind, Job job, boolean json) throws DataException {
        RowStatistics statistics =
                RowStatistics.of(job, kind.format(job), Runtime.getRuntime().availableProcessors());
        if (json) {
            screen.println(Json.write(result(path, kind.name(), statistics)));
        } else {
            print(screen, path, kind.name(), statistics);
        }
    }

    private static Map<String, Object> result(String path, String kind, RowStatistics statistics) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("file", path);
        result.put("kind", kind);
        result.put("files", statistics.files());
        result.put("bytes", statistics.bytes());
        result.put("rows", statistics.rows());
        result.put("positives", statistics.positives());
        result.put("entries", statistics.entries());
        result.put("lowestFeature", statistics.smallest());
        result.put("highestFeature", statistics.largest());
        result.put("badRows", statistics.badRows());
        result.put("firstBad", statistics.firstBad());
        return result;
    }

    private static void print(PrintWriter screen, String path, String kind, RowStatistics statistics) {
        screen.printf(
                Locale.ROOT,
                "%s: %s, %,d files, %,d bytes, %,d rows, %,d entries%n",
                path,
                kind,
                statistics.files(),
                statistics.bytes(),
                statistics.rows(),
                statistics.entries());
        if (statistics.rows() > 0) {
            screen.printf(
                    Locale.ROOT,
                    "%nlabel 1        %,14d rows %6.2f %%%nentries a row  %14.2f%n",
                    statistics.positives(),
                    100.0 * statistics.positives() / statistics.rows(),
                    (double) statistics.entries() / statistics.rows());
        }
        if (statistics.entries() > 0) {
            screen.printf("features       %14d to %d%n", statistics.smallest(), statistics.largest());
        }
        if (statistics.badRows() > 0) {
            screen.printf(Locale.ROOT, "%n%,d lines are no rows, the first of them:%n", statistics.badRows());
            screen.println(JobFileException.oneLine(statistics.firstBad()));
        }
    }
}
