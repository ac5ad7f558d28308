package dev.gradus.data.image;

import dev.gradus.data.DataException;
import dev.gradus.data.DataSet;
import dev.gradus.data.RowKind;
import dev.gradus.job.Job;

/** A kind of data whose rows are images. */
public interface ImageKind extends RowKind {

    /** Opens the images as bytes, and checks what can be checked without reading every one. */
    ImageSet images(Job job) throws DataException;

    @Override
    default DataSet open(Job job) throws DataException {
        return images(job).rows(job);
    }
}
