package dev.gradus.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.generated.CtrRecipe;
import dev.gradus.data.sparse.generated.CtrRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClickWriterTest {

    /** More than the writer makes at a time, and not a multiple of it. */
    private static final int ROWS = 2500;

    private static final CtrRecipe RECIPE = new CtrRecipe(1, 33_762_578);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {0, 1_000_000})
    void libsvmReadsBackToTheSameRows(long first) throws IOException {
        CtrRows rows = new CtrRows(RECIPE, first, ROWS);

        List<String> lines = write(rows, ClickFormat.LIBSVM);

        SparseBlock block = read(rows);
        assertThat(lines).hasSize(ROWS);
        for (int row = 0; row < ROWS; row++) {
            String[] fields = lines.get(row).split(" ", -1);
            assertThat(fields).hasSize(40);
            assertThat(fields[0]).isEqualTo(block.labels()[row] == 1 ? "+1" : "-1");
            for (int i = 0; i < 39; i++) {
                String[] entry = fields[i + 1].split(":", -1);
                assertThat(Integer.parseInt(entry[0])).isEqualTo(block.features()[39 * row + i]);
                assertThat(Float.parseFloat(entry[1])).isEqualTo(block.values()[39 * row + i]);
            }
        }
    }

    @Test
    void vwReadsBackToTheSameRows() throws IOException {
        CtrRows rows = new CtrRows(RECIPE, 77, ROWS);

        List<String> lines = write(rows, ClickFormat.VW);

        SparseBlock block = read(rows);
        for (int row = 0; row < ROWS; row++) {
            String[] fields = lines.get(row).split(" ", -1);
            assertThat(fields).hasSize(41);
            assertThat(fields[0]).isEqualTo(block.labels()[row] == 1 ? "1" : "-1");
            assertThat(fields[1]).isEqualTo("|");
            for (int i = 0; i < 39; i++) {
                String[] entry = fields[i + 2].split(":", -1);
                assertThat(Integer.parseInt(entry[0])).isEqualTo(block.features()[39 * row + i]);
                assertThat(entry.length == 1 ? 1 : Float.parseFloat(entry[1])).isEqualTo(block.values()[39 * row + i]);
            }
        }
    }

    @Test
    void criteoTextHasTheNumbersAndCategoriesOfTheRows() throws IOException {
        CtrRows rows = new CtrRows(RECIPE, 123_456, ROWS);

        List<String> lines = write(rows, ClickFormat.CRITEO);

        SparseBlock block = read(rows);
        for (int row = 0; row < ROWS; row++) {
            String[] fields = lines.get(row).split("\t", -1);
            assertThat(fields).hasSize(40);
            assertThat(fields[0]).isEqualTo(block.labels()[row] == 1 ? "1" : "0");
            for (int i = 0; i < 13; i++) {
                double exact = Math.log(Long.parseLong(fields[i + 1]) + 2.0);
                assertThat((float) (Math.round(exact * 1000) / 1000.0)).isEqualTo(block.values()[39 * row + i]);
            }
            for (int i = 13; i < 39; i++) {
                assertThat(fields[i + 1]).hasSize(8);
                assertThat(Integer.parseInt(fields[i + 1], 16))
                        .isEqualTo(RECIPE.category(block.features()[39 * row + i], i));
            }
        }
    }

    @Test
    void formatsAreFoundByNameAndByEnding() {
        assertThat(ClickFormat.names()).containsExactly("libsvm", "vw", "criteo");
        assertThat(ClickFormat.named("vw")).contains(ClickFormat.VW);
        assertThat(ClickFormat.named("csv")).isEmpty();
        assertThat(ClickFormat.ofFile("a.b.SVM")).contains(ClickFormat.LIBSVM);
        assertThat(ClickFormat.ofFile("a.tsv")).contains(ClickFormat.CRITEO);
        assertThat(ClickFormat.ofFile("a.svm.csv")).isEmpty();
    }

    @Test
    void aFileThatCannotBeWrittenIsNamed() {
        Path file = folder.resolve("none").resolve("f.svm");

        assertThatThrownBy(() -> ClickWriter.write(new CtrRows(RECIPE, 0, 1), ClickFormat.LIBSVM, file))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("cannot write file: file=" + file);
    }

    private List<String> write(CtrRows rows, ClickFormat format) throws IOException {
        Path file = folder.resolve("f");
        ClickWriter.write(rows, format, file);
        return Files.readAllLines(file);
    }

    private static SparseBlock read(CtrRows rows) throws DataException {
        SparseBlock block = new SparseBlock();
        rows.reader().read(0, rows.rows(), block);
        return block;
    }
}
