package dev.gradus.spark.ml;

import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;

/** Rows as data frames keep them, made without one. */
final class StoredRows {

    private StoredRows() {}

    static InternalRow labelled(double label, Vector vector) {
        InternalRow fields = ((VectorUDT) SQLDataTypes.VectorType()).serialize(vector);
        return new GenericInternalRow(new Object[] {label, fields});
    }
}
