package dev.gradus.spark.ml;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import scala.Tuple2;
import scala.collection.Iterator;

/** Rows of a label and a vector as libsvm text, with indices from 0; zeros are left out. */
record LibsvmWriter() implements RowWriter {

    @Override
    public String ending() {
        return ".svm";
    }

    @Override
    public void write(Row row, DataOutputStream out) throws IOException {
        StringBuilder line = new StringBuilder().append(Labels.of(row.getDouble(0), 2));
        Iterator<Tuple2<Object, Object>> entries = row.<Vector>getAs(1).activeIterator();
        while (entries.hasNext()) {
            Tuple2<Object, Object> entry = entries.next();
            float value = Labels.feature((Integer) entry._1(), (Double) entry._2());
            if (value != 0) {
                line.append(' ').append(entry._1()).append(':').append(value);
            }
        }
        out.write(line.append('\n').toString().getBytes(US_ASCII));
    }
}
