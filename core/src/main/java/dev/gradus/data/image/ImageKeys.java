package dev.gradus.data.image;

import dev.gradus.data.DataKeys;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The keys of images, and how they are read. */
public final class ImageKeys {

    public static final Key<List<String>> MEAN = Key.list(
            "data.mean",
            List.of(),
            "what is subtracted from pixels (0 to 1), a number for each channel; empty: the means of the images to"
                    + " train on");

    public static final Key<List<String>> DEVIATION = Key.list(
            "data.deviation",
            List.of(),
            "what pixels are then divided by, a number for each channel; empty: the deviations of the images to train"
                    + " on");

    public static final Key<String> AUGMENT = Key.choice(
            "data.augment",
            "none",
            List.of("none", "crop", "flip", "both"),
            "how images are varied in every epoch: crop moves them by up to 4 pixels, flip mirrors half of them;"
                    + " needs a model of networks");

    public static final Key<Long> SIZE =
            Key.whole("data.size", 32, 8, 1024, "height and width of generated images, in pixels");

    public static final Key<Long> CHANNELS = Key.whole("data.channels", 3, 1, 16, "channels of generated images");

    public static final Key<Double> DIFFICULTY = Key.number(
            "data.difficulty", 0.5, 0, 1, "how noisy generated images are and how much those of a class differ");

    private ImageKeys() {}

    /** What every kind of images reads. */
    static List<Key<?>> and(List<Key<?>> own) {
        List<Key<?>> all = new ArrayList<>(own);
        all.addAll(List.of(DataKeys.TEST, DataKeys.SEED, MEAN, DEVIATION, AUGMENT));
        return List.copyOf(all);
    }

    static Augmentation augmentation(Job job) {
        String varied = job.get(AUGMENT);
        return new Augmentation(
                varied.equals("crop") || varied.equals("both"),
                varied.equals("flip") || varied.equals("both"),
                job.get(DataKeys.SEED));
    }

    /** The numbers of a list, one for each channel. */
    static List<Double> numbers(Job job, Key<List<String>> key, int channels, double above) {
        List<Double> numbers = new ArrayList<>();
        for (String text : job.get(key)) {
            try {
                numbers.add(Double.valueOf(text));
            } catch (NumberFormatException e) {
                throw new JobException(key.name(), "not a number: " + key + "=" + job.get(key) + ", found=" + text);
            }
        }
        boolean good = numbers.stream().allMatch(number -> number > above && number < Double.POSITIVE_INFINITY);
        if (numbers.size() != channels || !good) {
            throw new JobException(
                    key.name(),
                    "bad value: " + key + "=" + job.get(key) + "; expected " + channels
                            + " numbers, one for each channel" + (above == 0 ? ", above 0" : ""));
        }
        return numbers;
    }

    /** The file or folder of a job. */
    static Path path(Job job, Key<String> key, String kind) {
        String path = job.get(key);
        if (path.isEmpty()) {
            throw new JobException(
                    key.name(), "no file: data.kind=" + kind + ", " + key + "=; write " + key + ": FOLDER or FILE");
        }
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw new JobException(key.name(), "not a path: " + key + "=" + path);
        }
    }
}
