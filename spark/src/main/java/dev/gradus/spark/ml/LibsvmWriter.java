package dev.gradus.spark.ml;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.apache.spark.sql.catalyst.InternalRow;

/** Rows of a label and a vector as libsvm text, with indices from 0; zeros are left out. */
record LibsvmWriter() implements RowWriter {

    @Override
    public String ending() {
        return ".svm";
    }

    @Override
    public void write(InternalRow row, RowBytes out) {
        StringBuilder line = new StringBuilder().append(Labels.of(row, 2));
        StoredVector vector = StoredVector.of(row);
        for (int i = 0; i < vector.count(); i++) {
            float value = vector.value(i);
            if (value != 0) {
                line.append(' ').append(vector.index(i)).append(':').append(value);
            }
        }
        out.add(line.append('\n').toString().getBytes(US_ASCII));
    }
}
