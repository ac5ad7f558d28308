package dev.gradus.data.sparse.format;

import dev.gradus.job.Job;
import dev.gradus.job.Key;
import java.util.List;

/** Rows in the format of LIBSVM. */
public final class LibsvmKind implements RowFileKind {

    private static final String NAME = "libsvm";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "rows 'label index:value ...' of labels -1, 0, 1 and rising indices; a file, a folder or a pattern, plain or packed by gzip";
    }

    @Override
    public List<Key<?>> keys() {
        return SparseKeys.with(SparseKeys.FIRST_INDEX);
    }

    @Override
    public RowFormat format(Job job) {
        int first = job.integer(SparseKeys.FIRST_INDEX);
        return new LineFormat(NAME, "first=" + first + "\n", () -> new LibsvmParser(first), LastIndex::new);
    }
}
