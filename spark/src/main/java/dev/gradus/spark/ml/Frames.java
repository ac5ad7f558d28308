package dev.gradus.spark.ml;

import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/** What estimators ask of a data frame and of their settings before they train. */
final class Frames {

    private Frames() {}

    /** Labels, as doubles, and vectors. */
    static Dataset<Row> labelled(Dataset<?> rows, String label, String features) {
        return rows.select(functions.col(label).cast("double"), functions.col(features));
    }

    /** How many features the first row has, and so all must have. */
    static int features(Dataset<Row> labelled) {
        List<Row> first = labelled.takeAsList(1);
        if (first.isEmpty()) {
            throw new IllegalArgumentException("no rows to train on: rows=0");
        }
        return first.get(0).<Vector>getAs(1).size();
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
