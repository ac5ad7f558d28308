package dev.gradus.formats;

import dev.gradus.data.DataKeys;
import dev.gradus.data.sparse.format.RowFileKind;
import dev.gradus.data.sparse.format.RowFormat;
import dev.gradus.data.sparse.format.SparseKeys;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import java.util.List;

/** Sparse rows of CSV or TSV files, of whose columns the job says which are numbers and which categories. */
public final class ColumnsKind implements RowFileKind {

    static final String NAME = "columns";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "rows of CSV or TSV files, hashed: a label of -1, 0 or 1 and the columns of data.numeric and data.categorical";
    }

    @Override
    public List<Key<?>> keys() {
        return SparseKeys.with(
                DataKeys.LABEL,
                DataKeys.HEADER,
                ColumnSettings.NUMERIC,
                ColumnSettings.CATEGORICAL,
                ColumnSettings.SEPARATOR,
                SparseKeys.BITS,
                SparseKeys.HASH_SEED);
    }

    @Override
    public RowFormat format(Job job) {
        return new ColumnFormat(ColumnSettings.of(job));
    }
}
