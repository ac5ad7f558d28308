package dev.gradus.model;

import dev.gradus.data.DataKind;
import dev.gradus.data.DenseRows;
import dev.gradus.data.RowKind;
import dev.gradus.data.RowStore;
import dev.gradus.data.Shape;
import dev.gradus.job.Job;
import dev.gradus.math.Kernels;
import java.util.List;

/** A kind of model that learns from rows by gradients as long as its parameters. */
public interface RowModelKind extends ModelKind {

    @Override
    default List<Class<? extends DataKind>> data() {
        return List.of(RowKind.class);
    }

    /** Builds the model for rows of that shape, or refuses with a JobException. */
    Model create(Job job, Shape shape, Kernels kernels);

    /** What rows are loaded into for its replicas: tiles, if it does not say otherwise. */
    default RowStore.Loader store() {
        return DenseRows::load;
    }
}
