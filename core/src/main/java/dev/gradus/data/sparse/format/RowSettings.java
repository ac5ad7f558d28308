package dev.gradus.data.sparse.format;

import dev.gradus.data.DataKeys;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;

/** Which files are read, and what becomes of their rows. */
record RowSettings(String path, String testPath, double test, boolean skip, long badRows, long minCount) {

    static RowSettings of(Job job, String kind) {
        if (job.get(DataKeys.PATH).isEmpty()) {
            throw new JobException(
                    DataKeys.PATH.name(),
                    "no data: data.kind=" + kind + ", data.path=; write data.path: FILE, FOLDER or PATTERN");
        }
        boolean skip = job.get(SparseKeys.ON_BAD_ROW).equals("skip");
        if (skip && job.get(SparseKeys.BAD_ROWS) == 0) {
            throw new JobException(
                    SparseKeys.BAD_ROWS.name(),
                    "no limit of bad rows: data.onBadRow=skip, data.badRows=0; write how many may be skipped");
        }
        return new RowSettings(
                job.get(DataKeys.PATH),
                job.get(DataKeys.TEST_PATH),
                job.get(DataKeys.TEST),
                skip,
                job.get(SparseKeys.BAD_ROWS),
                Math.max(1, job.get(DataKeys.MIN_COUNT)));
    }

    /** Everything but the paths, in a form that differs if any of it does. */
    String reading() {
        String held = testPath.isEmpty() ? Double.toString(test) : "file";
        return "test=" + held + "\nskip=" + (skip ? badRows : 0) + "\n";
    }
}
