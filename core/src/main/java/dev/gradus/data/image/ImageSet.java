package dev.gradus.data.image;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.DataSet;
import dev.gradus.job.Job;
import java.util.Collections;

/**
 * Images to train on and images to test on.
 *
 * @param countedRows of how many images to train on the statistics are taken that a job does not give: every rank takes
 *     them anew, so generated images, which cost more to make than to read, take few
 */
public record ImageSet(Pixels train, Pixels test, long countedRows) {

    static ImageSet of(Pixels train, Pixels test) {
        return new ImageSet(train, test, Long.MAX_VALUE);
    }

    /** Holds a fraction of the images out. */
    static ImageSet split(Pixels pixels, Job job) {
        double fraction = job.get(DataKeys.TEST);
        return of(PixelSplit.train(pixels, fraction), PixelSplit.test(pixels, fraction));
    }

    /** The images as rows: normalized both alike, and those to train on varied as the job says. */
    DataSet rows(Job job) throws DataException {
        if (!train.image().equals(test.image())) {
            throw new DataException("images to train on and to test on differ in size: train=" + train.image()
                    + ", test=" + test.image() + "; name files of one set");
        }
        Normalization normalization = normalization(job);
        return new DataSet(
                new ImageSource(train, normalization, ImageKeys.augmentation(job)),
                new ImageSource(test, normalization, Augmentation.none()));
    }

    private Normalization normalization(Job job) throws DataException {
        int channels = train.image().channels();
        boolean givenMean = !job.get(ImageKeys.MEAN).isEmpty();
        boolean givenDeviation = !job.get(ImageKeys.DEVIATION).isEmpty();
        Normalization counted =
                new Normalization(Collections.nCopies(channels, 0.0), Collections.nCopies(channels, 1.0));
        if (!givenMean || !givenDeviation) {
            counted = PixelStatistics.of(train, countedRows).normalization();
        }
        return new Normalization(
                givenMean
                        ? ImageKeys.numbers(job, ImageKeys.MEAN, channels, Double.NEGATIVE_INFINITY)
                        : counted.means(),
                givenDeviation ? ImageKeys.numbers(job, ImageKeys.DEVIATION, channels, 0) : counted.deviations());
    }
}
