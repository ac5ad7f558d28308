package dev.gradus.model;

import dev.gradus.job.Job;

/** A kind of model that learns from sparse rows. */
public interface SparseModelKind extends ModelKind {

    /** Builds the model for so many features, or refuses with a JobException. */
    SparseModel create(Job job, int features);
}
