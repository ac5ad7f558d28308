package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.data.ImageShape;
import dev.gradus.data.image.ImageKind;
import dev.gradus.data.image.ImageSet;
import dev.gradus.data.image.PixelStatistics;
import dev.gradus.data.image.Pixels;
import dev.gradus.job.Job;
import dev.gradus.json.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Shows what is in a set of images: how many, how large, of which classes, and how bright its channels are. */
final class ImageInspection {

    private static final int MOST_LINES = 20;

    private final String kind;
    private final ImageShape image;
    private final int classes;
    private final Part train;
    private final Part test;

    /** Images of one sort and what was found in them. */
    private record Part(long images, PixelStatistics found) {

        static Part of(Pixels pixels) throws DataException {
            return new Part(pixels.rows(), PixelStatistics.of(pixels, pixels.rows()));
        }
    }

    private ImageInspection(String kind, ImageSet set) throws DataException {
        this.kind = kind;
        this.image = set.train().image();
        this.classes = set.train().classes();
        this.train = Part.of(set.train());
        this.test = Part.of(set.test());
    }

    /** Reads all images of a job, and prints under a name what is in them. */
    static void print(PrintWriter screen, String name, ImageKind kind, Job job, boolean json) throws DataException {
        ImageInspection inspection = new ImageInspection(kind.name(), kind.images(job));
        if (json) {
            screen.println(Json.write(inspection.result(name)));
        } else {
            inspection.print(screen, name);
        }
    }

    private Map<String, Object> result(String name) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("file", name);
        result.put("kind", kind);
        result.put("channels", image.channels());
        result.put("height", image.height());
        result.put("width", image.width());
        result.put("classes", classes);
        result.put("train", result(train));
        result.put("test", result(test));
        return result;
    }

    private Map<String, Object> result(Part part) {
        List<Long> counts = new ArrayList<>();
        for (int label = 0; label < classes; label++) {
            counts.add(part.found.count(label));
        }
        List<Double> means = new ArrayList<>();
        List<Double> deviations = new ArrayList<>();
        for (int channel = 0; channel < image.channels(); channel++) {
            means.add(part.found.mean(channel));
            deviations.add(part.found.deviation(channel));
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("images", part.images);
        result.put("labelCounts", counts);
        result.put("mean", means);
        result.put("deviation", deviations);
        return result;
    }

    private void print(PrintWriter screen, String name) {
        screen.printf(
                Locale.ROOT,
                "%s: %s, %,d images to train on and %,d to test on, %s, %d classes%n",
                name,
                kind,
                train.images,
                test.images,
                image,
                classes);
        screen.printf("%n%-8s %14s %8s %14s %8s%n", "class", "train", "%", "test", "%");
        for (int label = 0; label < Math.min(MOST_LINES, classes); label++) {
            screen.printf(
                    Locale.ROOT,
                    "%-8d %,14d %8.2f %,14d %8.2f%n",
                    label,
                    train.found.count(label),
                    percent(train, label),
                    test.found.count(label),
                    percent(test, label));
        }
        if (classes > MOST_LINES) {
            screen.printf(Locale.ROOT, "and %,d more classes; --json shows all%n", classes - MOST_LINES);
        }
        screen.printf("%n%-8s %14s %14s%n", "channel", "mean", "deviation");
        for (int channel = 0; channel < image.channels(); channel++) {
            screen.printf(
                    Locale.ROOT,
                    "%-8d %14.6f %14.6f%n",
                    channel,
                    train.found.mean(channel),
                    train.found.deviation(channel));
        }
    }

    private static double percent(Part part, int label) {
        return part.images == 0 ? 0 : 100.0 * part.found.count(label) / part.images;
    }
}
