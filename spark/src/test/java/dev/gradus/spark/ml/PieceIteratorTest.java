package dev.gradus.spark.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.spark.Piece;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PieceIteratorTest {

    private static final DenseWriter WRITER = new DenseWriter(100, 2);

    @TempDir
    private Path folder;

    private static List<InternalRow> rows(int count) {
        List<InternalRow> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double[] values = new double[100];
            values[i % 100] = i;
            rows.add(StoredRows.labelled(i % 2, Vectors.dense(values)));
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2595, 2596, 2597, 8000})
    void piecesInAnyOrderMakeTheFileThatWouldHaveBeenWritten(int count) throws Exception {
        RowBytes out = new RowBytes();
        WRITER.begin(out);
        for (InternalRow row : rows(count)) {
            WRITER.write(row, out);
        }
        byte[] whole = out.take(out.size());

        List<Piece> pieces = new ArrayList<>();
        new PieceIterator("part", rows(count).iterator(), WRITER).forEachRemaining(pieces::add);
        Collections.shuffle(pieces, new Random(count));
        for (Piece piece : pieces) {
            piece.writeBelow(folder);
        }

        assertThat(Files.readAllBytes(folder.resolve("part"))).isEqualTo(whole);
        assertThat(pieces).hasSize((whole.length + Piece.BYTES - 1) / Piece.BYTES);
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
