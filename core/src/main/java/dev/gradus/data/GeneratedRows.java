package dev.gradus.data;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;

/** A range of the rows of a formula: nothing is stored, and any part of it is made when it is read. */
record GeneratedRows(Shape shape, long first, long rows, RowFormula formula) implements RowSource {

    private static final int OWN_CLASSES = 4;

    /** The first rows to train on and those that follow to test on, as many as the job wants. */
    static DataSet split(Job job, long ownRows, Shape shape, RowFormula formula) {
        long rows = job.get(DataKeys.ROWS) == 0 ? ownRows : job.get(DataKeys.ROWS);
        long testRows = Math.round(rows * job.get(DataKeys.TEST));
        return new DataSet(
                new GeneratedRows(shape, 0, rows, formula), new GeneratedRows(shape, rows, testRows, formula));
    }

    /** The classes that a job asks of a generated set. */
    static int classes(Job job) {
        int classes = job.integer(DataKeys.CLASSES);
        if (classes == 1) {
            throw new JobException(
                    DataKeys.CLASSES.name(), "too few classes: data.classes=1; write 2 or more, or 0 for the default");
        }
        return classes == 0 ? OWN_CLASSES : classes;
    }

    @Override
    public void read(long from, long to, RowSink sink) throws DataException {
        if (from < 0 || to < from || to > rows) {
            throw new IllegalArgumentException("no such rows: from=" + from + ", to=" + to + ", rows=" + rows);
        }
        float[] features = new float[shape.features()];
        for (long row = first + from; row < first + to; row++) {
            int label = formula.row(row, features);
            sink.row(features, label);
        }
    }
}
