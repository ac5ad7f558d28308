package dev.gradus.spark.ml;

import java.nio.ByteBuffer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.jspecify.annotations.Nullable;

/**
 * A vector as a data frame keeps it. Reading it there is several times as fast as having Spark make an object of every
 * row first.
 *
 * @param indices of the values, or null if the vector is dense
 */
record StoredVector(int size, @Nullable ArrayData indices, ArrayData values) {

    private static final int FIELDS = 4;
    private static final byte SPARSE = 0;

    /** Bits of the largest number, which are less than those of what is not finite. */
    private static final int FINITE = Float.floatToRawIntBits(Float.MAX_VALUE);

    /** The vector in the second column of a row, behind the label. */
    static StoredVector of(InternalRow row) {
        if (row.isNullAt(1)) {
            throw new IllegalArgumentException("vector is null; leave such rows out");
        }
        InternalRow fields = row.getStruct(1, FIELDS); // kind, size, indices, values
        ArrayData values = fields.getArray(3);
        return fields.getByte(0) == SPARSE
                ? new StoredVector(fields.getInt(1), fields.getArray(2), values)
                : new StoredVector(values.numElements(), null, values);
    }

    /** How many values are there; all others are zero. */
    int count() {
        return values.numElements();
    }

    /** Which feature a value is of. */
    int index(int place) {
        return indices == null ? place : indices.getInt(place);
    }

    /** A value as ranks compute with it. */
    float value(int place) {
        double value = values.getDouble(place);
        float feature = (float) value;
        if (!Float.isFinite(feature)) {
            throw new IllegalArgumentException("feature is not finite: index=" + index(place) + ", value=" + value);
        }
        return feature;
    }

    /** Appends all features, with room for them, as numbers of 32 bits. */
    void copyTo(ByteBuffer out) {
        int begin = out.position();
        if (indices == null) {
            copyDense(out, begin);
        } else {
            for (int i = 0; i < size; i++) {
                out.putFloat(begin + Float.BYTES * i, 0);
            }
            for (int i = 0; i < count(); i++) {
                out.putFloat(begin + Float.BYTES * index(i), value(i));
            }
        }
        out.position(begin + Float.BYTES * size);
    }

    /** Writes all features to {@code into} from {@code at} on, where zeros are. */
    void copyTo(float[] into, int at) {
        if (indices != null) {
            for (int i = 0; i < count(); i++) {
                into[at + index(i)] = value(i);
            }
            return;
        }
        int most = 0;
        for (int i = 0; i < size; i++) {
            float feature = (float) values.getDouble(i);
            most = Math.max(most, Float.floatToRawIntBits(feature) & Integer.MAX_VALUE);
            into[at + i] = feature;
        }
        for (int i = 0; most > FINITE && i < size; i++) {
            value(i);
        }
    }

    /** Looks at all values for one that is not finite before it says which: a question at each takes longer. */
    private void copyDense(ByteBuffer out, int begin) {
        boolean finite = true;
        for (int i = 0; i < size; i++) {
            float feature = (float) values.getDouble(i);
            finite &= Math.abs(feature) <= Float.MAX_VALUE;
            out.putFloat(begin + Float.BYTES * i, feature);
        }
        for (int i = 0; !finite && i < size; i++) {
            value(i);
        }
    }
}
