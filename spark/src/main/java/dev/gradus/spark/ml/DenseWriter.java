package dev.gradus.spark.ml;

import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Rows of a label and a vector as numbers of 32 bits, little-endian: the label, then every feature. A file begins with
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
    public void begin(RowBytes out) {
        out.room(HEAD).putLong(MAGIC).putInt(features);
    }

    @Override
    public void write(InternalRow row, RowBytes out) {
        StoredVector vector = vector(row);
        int label = Labels.of(row, classes);
        vector.copyTo(out.room(rowBytes(features)).putInt(label));
    }

    /** Writes the features of a row to {@code into} from {@code at} on, and returns its label. */
    int fill(InternalRow row, float[] into, int at) {
        vector(row).copyTo(into, at);
        return Labels.of(row, classes);
    }

    private StoredVector vector(InternalRow row) {
        StoredVector vector = StoredVector.of(row);
        if (vector.size() != features) {
            throw new IllegalArgumentException("rows differ in size: features=" + vector.size() + ", expected="
                    + features + "; all vectors of the column must have as many");
        }
        return vector;
    }
}
