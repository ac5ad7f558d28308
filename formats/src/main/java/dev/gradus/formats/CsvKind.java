package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.DataSet;
import dev.gradus.data.RowKind;
import dev.gradus.data.Split;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Numbers in a CSV file, one column of which is the label. */
public final class CsvKind implements RowKind {

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public String summary() {
        return "rows of numbers from a CSV file; labels are whole numbers from 0";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(DataKeys.PATH, DataKeys.LABEL, DataKeys.HEADER, DataKeys.CLASSES, DataKeys.TEST);
    }

    @Override
    public DataSet open(Job job) throws DataException {
        int classes = job.integer(DataKeys.CLASSES);
        if (classes == 1) {
            throw new JobException(
                    DataKeys.CLASSES.name(), "too few classes: data.classes=1; write 2 or more, or 0 to count them");
        }
        CsvRows rows = CsvRows.open(path(job), job.get(DataKeys.LABEL), job.get(DataKeys.HEADER), classes);
        double test = job.get(DataKeys.TEST);
        return new DataSet(Split.train(rows, test), Split.test(rows, test));
    }

    private static Path path(Job job) {
        String path = job.get(DataKeys.PATH);
        if (path.isEmpty()) {
            throw new JobException(DataKeys.PATH.name(), "no file: data.kind=csv, data.path=; write data.path: FILE");
        }
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw new JobException(DataKeys.PATH.name(), "not a path: data.path=" + path);
        }
    }
}
