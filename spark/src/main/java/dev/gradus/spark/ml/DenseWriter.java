package dev.gradus.spark.ml;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;

/**
 * Rows of a label and a vector as numbers of 32 bits, big-endian: the label, then every feature. A file begins with
 * {@link #MAGIC} and the number of features.
 */
record DenseWriter(int features, int classes) implements RowWriter {

    static final long MAGIC = 0x4752414455534452L; // GRADUSDR

    /** Bytes before the first row. */
    static final int HEAD = Long.BYTES + Integer.BYTES;

    /** What the names of files end with. */
    static final String ENDING = ".rows";

    /** Bytes of a row. */
    static int rowBytes(int features) {
        return Math.multiplyExact(Integer.BYTES, features + 1);
    }

    @Override
    public String ending() {
        return ENDING;
    }

    @Override
    public boolean driverReads() {
        return false;
    }

    @Override
    public void begin(DataOutputStream out) throws IOException {
        out.writeLong(MAGIC);
        out.writeInt(features);
    }

    @Override
    public void write(Row row, DataOutputStream out) throws IOException {
        Vector vector = row.getAs(1);
        if (vector.size() != features) {
            throw new IllegalArgumentException("rows differ in size: features=" + vector.size() + ", expected="
                    + features + "; all vectors of the column must have as many");
        }
        ByteBuffer bytes = ByteBuffer.allocate(rowBytes(features)).putInt(Labels.of(row.getDouble(0), classes));
        // An array of its own is what a dense vector has already.
        double[] values = vector instanceof DenseVector dense ? dense.values() : vector.toArray();
        for (int i = 0; i < features; i++) {
            bytes.putFloat(Labels.feature(i, values[i]));
        }
        out.write(bytes.array());
    }
}
