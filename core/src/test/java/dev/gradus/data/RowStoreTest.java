package dev.gradus.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowStoreTest {

    private static final int ROWS = 150;

    /** Three features of each row: 10 r, 10 r + 1, 10 r + 2. */
    private static DenseRows store() throws DataException {
        return DenseRows.load(
                new GeneratedRows(new Shape(3, 2), 0, ROWS, (row, features) -> {
                    for (int j = 0; j < 3; j++) {
                        features[j] = 10 * row + j;
                    }
                    return (int) (row % 2);
                }),
                0,
                ROWS);
    }

    @Test
    void tilesGiveRowsBackInAnyEpoch() throws Exception {
        DenseRows store = store();
        float[] into = new float[5];
        for (int epoch : new int[] {RowStore.PLAIN, 0, 3}) {
            for (int row = 0; row < ROWS; row++) {
                store.fill(row, epoch, into, 1);

                assertThat(into).containsExactly(0, 10 * row, 10 * row + 1, 10 * row + 2, 0);
            }
        }
        assertThat(store.rowBytes()).isEqualTo(16);
        assertThatThrownBy(() -> store.fill(ROWS, 0, into, 0)).hasMessage("no such row: row=150, rows=150");
    }

    @Test
    void aSliceKnowsItsEpochAndStepOnceAPlanHasFilledIt() throws Exception {
        SamplePlan plan = new SamplePlan(ROWS, 20, 4, 1, 8);
        BatchReader reader =
                new BatchReader(plan, 0, List.of(load(plan, 0), load(plan, 1), load(plan, 2), load(plan, 3)));

        assertThat(new Slice(store()).epoch()).isEqualTo(RowStore.PLAIN);
        assertThat(reader.read(2, 5).slices()).allSatisfy(slice -> {
            assertThat(slice.epoch()).isEqualTo(2);
            assertThat(slice.step()).isEqualTo(5);
        });
    }

    private static RowStore load(SamplePlan plan, int shard) throws DataException {
        return DenseRows.load(new NumberedRows(ROWS), plan.shardFrom(shard), plan.shardTo(shard));
    }

    @Test
    void anotherStoreThanTilesIsRefusedWhereTilesAreNeeded() throws Exception {
        DenseRows store = store();
        RowStore other = new Other();

        assertThat(DenseRows.of(store)).isSameAs(store);
        assertThatThrownBy(() -> DenseRows.of(other))
                .hasMessage("rows do not lie in tiles: store=Other; this model needs those that DenseRows.load makes");
    }

    @Test
    void imagesMustFillTheRow() {
        ImageShape image = new ImageShape(3, 32, 30);

        assertThat(Shape.of(image, 10)).isEqualTo(new Shape(2880, 10, image));
        assertThat(Shape.of(image, 10)).hasToString("Shape[features=2880, classes=10, image=3x32x30]");
        assertThat(new Shape(2880, 10).image()).isNull();
        assertThatThrownBy(() -> new Shape(2881, 10, image))
                .hasMessage("image does not fill the row: image=3x32x30, image features=2880, features=2881");
        assertThatThrownBy(() -> new ImageShape(3, 0, 32))
                .hasMessage("bad image shape: channels=3, height=0, width=32");
    }

    private static final class Other implements RowStore {

        @Override
        public Shape shape() {
            return new Shape(1, 2);
        }

        @Override
        public int rows() {
            return 0;
        }

        @Override
        public float[] labels() {
            return new float[0];
        }

        @Override
        public void fill(int row, int epoch, float[] into, int at) {}

        @Override
        public long rowBytes() {
            return 0;
        }

        @Override
        public List<float[]> memory() {
            return List.of();
        }
    }
}
