package dev.gradus.spark.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.spark.Piece;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PieceIteratorTest {

    private static final DenseWriter WRITER = new DenseWriter(100, 2);

    @TempDir
    private Path folder;

    private static List<Row> rows(int count) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double[] values = new double[100];
            values[i % 100] = i;
            rows.add(RowFactory.create((double) (i % 2), Vectors.dense(values)));
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2595, 2596, 2597, 8000})
    void piecesInAnyOrderMakeTheFileThatWouldHaveBeenWritten(int count) throws Exception {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(whole);
        WRITER.begin(out);
        for (Row row : rows(count)) {
            WRITER.write(row, out);
        }

        List<Piece> pieces = new ArrayList<>();
        new PieceIterator("part", rows(count).iterator(), WRITER).forEachRemaining(pieces::add);
        Collections.shuffle(pieces, new Random(count));
        for (Piece piece : pieces) {
            piece.writeBelow(folder);
        }

        assertThat(Files.readAllBytes(folder.resolve("part"))).isEqualTo(whole.toByteArray());
        assertThat(pieces).hasSize((whole.size() + Piece.BYTES - 1) / Piece.BYTES);
    }

    @Test
    void noRowsAreNoFile() {
        PieceIterator none = new PieceIterator("part", Collections.emptyIterator(), WRITER);

        assertThat(none).isExhausted();
        assertThatThrownBy(none::next)
                .isInstanceOf(NoSuchElementException.class)
                .hasMessage("no more pieces: file=part");
    }
}
