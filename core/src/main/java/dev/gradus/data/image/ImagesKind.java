package dev.gradus.data.image;

import dev.gradus.data.DataKeys;
import dev.gradus.data.ImageShape;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.math.CounterRandom;
import java.util.List;

/** Generated images, for trying networks where there is no file. */
public final class ImagesKind implements ImageKind {

    private static final long OWN_ROWS = 20_000;
    private static final int OWN_CLASSES = 10;

    /** Angles closer than two degrees cannot be told apart in a disc of twenty pixels. */
    private static final int MOST_CLASSES = 80;

    /** Images that the statistics of a generated set are taken of. */
    private static final long COUNTED_ROWS = 1024;

    /** Tells these images from other uses of the same seed. */
    private static final long IMAGES = 20;

    @Override
    public String name() {
        return "images";
    }

    @Override
    public String summary() {
        return "generated images of striped discs, whose classes a small network learns and no plane separates";
    }

    @Override
    public List<Key<?>> keys() {
        return ImageKeys.and(
                List.of(DataKeys.ROWS, DataKeys.CLASSES, ImageKeys.SIZE, ImageKeys.CHANNELS, ImageKeys.DIFFICULTY));
    }

    @Override
    public ImageSet images(Job job) {
        int classes = job.get(DataKeys.CLASSES) == 0 ? OWN_CLASSES : job.integer(DataKeys.CLASSES);
        if (classes < 2 || classes > MOST_CLASSES) {
            throw new JobException(
                    DataKeys.CLASSES.name(),
                    "generated images cannot have so many classes: data.classes=" + classes + "; write 2 to "
                            + MOST_CLASSES + ", or 0 for " + OWN_CLASSES);
        }
        int size = job.integer(ImageKeys.SIZE);
        Gratings formula = new Gratings(
                new ImageShape(job.integer(ImageKeys.CHANNELS), size, size),
                classes,
                job.get(ImageKeys.DIFFICULTY),
                CounterRandom.key(job.get(DataKeys.SEED), IMAGES));
        long rows = job.get(DataKeys.ROWS) == 0 ? OWN_ROWS : job.get(DataKeys.ROWS);
        long testRows = Math.round(rows * job.get(DataKeys.TEST));
        return new ImageSet(
                new GeneratedPixels(formula, 0, rows), new GeneratedPixels(formula, rows, testRows), COUNTED_ROWS);
    }
}
