package dev.gradus.spark.ml;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.junit.jupiter.api.Test;

class RowWriterTest {

    private static byte[] written(RowWriter writer, InternalRow row) {
        RowBytes bytes = new RowBytes();
        writer.write(row, bytes);
        return bytes.take(bytes.size());
    }

    @Test
    void sparseAndDenseVectorsAreWrittenAlike() {
        InternalRow dense = StoredRows.labelled(1, Vectors.dense(0, 2.5, 0, -1));
        InternalRow sparse = StoredRows.labelled(1, Vectors.sparse(4, new int[] {1, 3}, new double[] {2.5, -1}));

        assertThat(written(new DenseWriter(4, 2), sparse)).isEqualTo(written(new DenseWriter(4, 2), dense));
        assertThat(written(new LibsvmWriter(), sparse))
                .isEqualTo(written(new LibsvmWriter(), dense))
                .isEqualTo("1 1:2.5 3:-1.0\n".getBytes(US_ASCII));
    }

    @Test
    void nothingOfEarlierRowsIsLeftWhereASparseVectorHasNoValue() {
        RowWriter writer = new DenseWriter(3, 2);
        InternalRow sparse = StoredRows.labelled(0, Vectors.sparse(3, new int[] {1}, new double[] {4}));
        byte[] alone = written(writer, sparse);

        RowBytes bytes = new RowBytes();
        writer.write(StoredRows.labelled(1, Vectors.dense(7, 8, 9)), bytes);
        bytes.take(bytes.size());
        writer.write(sparse, bytes);

        assertThat(bytes.take(bytes.size())).isEqualTo(alone);
    }

    @Test
    void rowsThatCannotBeLearntFromAreRefused() {
        RowWriter writer = new DenseWriter(2, 2);

        assertThatThrownBy(() -> written(writer, new GenericInternalRow(new Object[] {null, null})))
                .hasMessage("vector is null; leave such rows out");
        InternalRow unlabelled = StoredRows.labelled(0, Vectors.dense(1, 2));
        unlabelled.setNullAt(0);
        assertThatThrownBy(() -> written(writer, unlabelled)).hasMessage("label is null; leave such rows out");
        assertThatThrownBy(() -> written(writer, StoredRows.labelled(2, Vectors.dense(1, 2))))
                .hasMessageStartingWith("label is no class: label=2.0, classes=2; ");
        assertThatThrownBy(() -> written(writer, StoredRows.labelled(0, Vectors.dense(1, 1e300))))
                .hasMessage("feature is not finite: index=1, value=1.0E300");
        assertThatThrownBy(() -> written(writer, StoredRows.labelled(0, Vectors.dense(1, 2, 3))))
                .hasMessageStartingWith("rows differ in size: features=3, expected=2; ");
    }
}
