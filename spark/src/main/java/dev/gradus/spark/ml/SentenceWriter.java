package dev.gradus.spark.ml;

import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataTypes;

/** Rows of a list of words as text, one sentence a line. */
record SentenceWriter() implements RowWriter {

    @Override
    public String ending() {
        return ".txt";
    }

    @Override
    public void write(InternalRow row, RowBytes out) {
        if (row.isNullAt(0)) {
            throw new IllegalArgumentException("sentence is null; leave such rows out, or give them an empty array");
        }
        ArrayData words = row.getArray(0);
        for (int i = 0; i < words.numElements(); i++) {
            if (words.isNullAt(i)) {
                throw new IllegalArgumentException("word is null: sentence="
                        + Arrays.toString(words.toObjectArray(DataTypes.StringType)) + "; leave such words out");
            }
            if (i > 0) {
                out.add(' ');
            }
            out.add(WordText.written(words.getUTF8String(i).getBytes()));
        }
        out.add('\n');
    }
}
