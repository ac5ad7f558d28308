package dev.gradus.spark.ml;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** What estimators ask of a data frame and of their settings before they train. */
final class Frames {

    private Frames() {}

    /**
     * Labels, as doubles, and vectors. A data frame of just these is taken as it is: it keeps its plan from fit to fit,
     * where another query would be planned anew each time.
     */
    static Dataset<Row> labelled(Dataset<?> rows, String label, String features) {
        return isBare(rows, label, features)
                ? asRows(rows)
                : rows.select(functions.col(label).cast("double"), functions.col(features));
    }

    /** Whether a data frame has just labels, as doubles, and vectors. */
    static boolean isBare(Dataset<?> rows, String label, String features) {
        StructType schema = rows.schema();
        return Arrays.equals(schema.fieldNames(), new String[] {label, features})
                && schema.apply(0).dataType().equals(DataTypes.DoubleType);
    }

    /** One column; a data frame that has no other is taken as it is. */
    static Dataset<Row> column(Dataset<?> rows, String name) {
        boolean bare = Arrays.equals(rows.schema().fieldNames(), new String[] {name});
        return bare ? asRows(rows) : rows.select(functions.col(name));
    }

    /** Whatever objects a data set makes of its rows, they are stored alike. */
    @SuppressWarnings("unchecked") // only rows as Spark stores them are read
    private static Dataset<Row> asRows(Dataset<?> rows) {
        return (Dataset<Row>) rows;
    }

    /**
     * How many features the first row has, and so all must have. Asked of the plan by which rows will be written, since
     * Spark takes longer to plan a query for one row than to find it.
     */
    static int features(Dataset<Row> labelled) {
        List<Integer> first =
                Fit.stored(labelled).map(row -> StoredVector.of(row).size()).take(1);
        if (first.isEmpty()) {
            throw new IllegalArgumentException("no rows to train on: rows=0");
        }
        return first.get(0);
    }

    /** What is left at its default claims nothing; what was set would be claimed and not done. */
    static void refuseSet(Params estimator, Param<?>... params) {
        for (Param<?> param : params) {
            if (estimator.isSet(param)) {
                throw new IllegalArgumentException(
                        "parameter does not apply to training by Gradus: " + param.name() + "; clear it");
            }
        }
    }
}
