package dev.gradus.model.word2vec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the loops of word2vec over a tile keep to, however they are written. */
public interface TileKernelContract {

    List<Integer> DIMENSIONS = List.of(1, 15, 16, 17, 50, 100, 300);

    TileKernel.Family kernels();

    @Test
    default void rowsAndColumnsMoveAsTheFormulaSays() {
        for (int dimension : DIMENSIONS) {
            TileKernel kernel = kernels().create(Word2vec.stride(dimension));
            for (long seed = 0; seed < 30; seed++) {
                check(kernel, new TileCase(new SplittableRandom(seed), dimension, false));
            }
        }
    }

    @Test
    default void hiddenVectorsPredictAndTheirRowsTakeTheirChange() {
        for (int dimension : DIMENSIONS) {
            TileKernel kernel = kernels().create(Word2vec.stride(dimension));
            for (long seed = 0; seed < 30; seed++) {
                check(kernel, new TileCase(new SplittableRandom(seed), dimension, true));
            }
        }
    }

    /** A word that stands twice among the neighbours is two rows of CBOW in one place. */
    @Test
    default void aRowThatStandsTwiceCountsTwice() {
        for (int dimension : DIMENSIONS) {
            Tile once = repeated(dimension, 1);
            Tile twice = repeated(dimension, 2);
            double loss = kernels().create(once.stride()).learnHidden(once, 0.05f);

            assertThat(kernels().create(once.stride()).learnHidden(twice, 0.05f))
                    .isCloseTo(loss, within(1e-5));
            for (int i = 0; i < once.rows().length; i++) {
                assertThat(twice.rows()[i]).isCloseTo(once.rows()[i], within(1e-5f));
            }
        }
    }

    /** Two neighbours, the first of which counts twice: as a row with a share of two, or as two rows. */
    private static Tile repeated(int dimension, int times) {
        Tile tile = new Tile(3, 1, 1, Word2vec.stride(dimension));
        SplittableRandom random = new SplittableRandom(dimension);
        float[] column = new float[tile.stride()];
        for (int d = 0; d < dimension; d++) {
            tile.rows()[tile.slotAt(0) + d] = (float) (random.nextDouble() - 0.5);
            tile.rows()[tile.slotAt(1) + d] = (float) (random.nextDouble() - 0.5);
            column[d] = (float) (random.nextDouble() - 0.5);
        }
        tile.clear(column);
        tile.addColumn(0, 1);
        tile.addHidden(1);
        for (int i = 0; i < times; i++) {
            tile.addShareless(0);
        }
        tile.addShareless(1);
        tile.close();
        for (int row = 0; row < tile.rowCount(); row++) {
            tile.shares()[row * tile.hiddenStride()] = row < times ? 2f / times : 1;
        }
        tile.scales()[0] = 1f / 3;
        tile.weights()[tile.at(0, 0)] = 1;
        return tile;
    }

    @Test
    default void extremeScoresGiveAFiniteLossAndFiniteRows() {
        TileCase tile = new TileCase(new SplittableRandom(1), 16, false);
        tile.scale(1e4f);
        double loss = kernels().create(16).learnRows(tile.tile, 0.1f);

        assertThat(loss).isFinite().isPositive();
        assertThat(tile.table).doesNotContain(Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY);
    }

    private static void check(TileKernel kernel, TileCase tile) {
        float rate = 0.05f;
        TileOracle expected = new TileOracle(tile.tile, rate);

        double loss = tile.hidden ? kernel.learnHidden(tile.tile, rate) : kernel.learnRows(tile.tile, rate);

        assertThat(loss).as("loss of %s", tile).isCloseTo(expected.loss, within(1e-5 * (1 + expected.loss)));
        for (int column = 0; column < tile.tile.columnCount(); column++) {
            compare(tile, expected.columns[column], tile.tile.table(), tile.tile.columnAt()[column]);
        }
        for (int row = 0; row < tile.tile.rowCount(); row++) {
            compare(tile, expected.rows[row], tile.tile.rows(), tile.tile.rowAt()[row]);
        }
        assertThat(tile.untouched()).as("rows that are no columns of %s", tile).isTrue();
    }

    private static void compare(TileCase tile, double[] expected, float[] values, int at) {
        for (int d = 0; d < expected.length; d++) {
            assertThat((double) values[at + d])
                    .as("%s, number %d", tile, d)
                    .isCloseTo(expected[d], within(1e-5 * (1 + Math.abs(expected[d]))));
        }
    }
}
