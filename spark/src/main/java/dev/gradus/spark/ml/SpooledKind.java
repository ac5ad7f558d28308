package dev.gradus.spark.ml;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.DataSet;
import dev.gradus.data.RowKind;
import dev.gradus.data.Split;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import java.nio.file.Path;
import java.util.List;

/** Rows that an estimator wrote for its ranks, as numbers and not as text. */
public final class SpooledKind implements RowKind {

    static final String NAME = "spooled";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "rows of a data frame, in files that an estimator of Spark wrote for its ranks";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(DataKeys.PATH, DataKeys.CLASSES, DataKeys.TEST);
    }

    @Override
    public DataSet open(Job job) throws DataException {
        int classes = job.integer(DataKeys.CLASSES);
        if (classes < 2) {
            throw new JobException(
                    DataKeys.CLASSES.name(),
                    "too few classes: data.kind=" + NAME + ", data.classes=" + classes + "; write 2 or more");
        }
        SpooledRows rows = SpooledRows.open(Path.of(job.get(DataKeys.PATH)), classes);
        double test = job.get(DataKeys.TEST);
        return new DataSet(Split.train(rows, test), Split.test(rows, test));
    }
}
