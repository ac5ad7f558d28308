package dev.gradus.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.BlobsKind;
import dev.gradus.data.DataException;
import dev.gradus.data.DenseRows;
import dev.gradus.data.ImageShape;
import dev.gradus.data.RowSource;
import dev.gradus.data.RowStore;
import dev.gradus.job.Job;
import dev.gradus.job.KeyList;
import dev.gradus.math.CounterRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PixelRowsTest {

    private static final int ROWS = 40;

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 30).mapToObj(SplittableRandom::new);
    }

    /** Random images of one shape. */
    private record RandomPixels(ImageShape image, long seed) implements Pixels {

        @Override
        public int classes() {
            return 3;
        }

        @Override
        public long rows() {
            return ROWS;
        }

        byte[] bytes(long row) {
            byte[] bytes = new byte[image.features()];
            new SplittableRandom(CounterRandom.bits(seed, row)).nextBytes(bytes);
            return bytes;
        }

        @Override
        public void read(long from, long to, Sink sink) throws DataException {
            for (long row = from; row < to; row++) {
                sink.image(bytes(row), 0, (int) (row % 3));
            }
        }
    }

    /** What a varied image must be, value by value and by its definition. */
    private static float[] oracle(ImageSource source, long row, int epoch) {
        RandomPixels pixels = (RandomPixels) source.pixels();
        ImageShape image = pixels.image();
        byte[] bytes = pixels.bytes(row);
        Augmentation vary = source.augmentation();
        long key = CounterRandom.bits(CounterRandom.bits(vary.seed() ^ 0x76617279L, epoch), row);
        int down = vary.crop() ? CounterRandom.below(9, key, 0) - 4 : 0;
        int right = vary.crop() ? CounterRandom.below(9, key, 1) - 4 : 0;
        boolean mirror = vary.flip() && CounterRandom.bits(key, 2) < 0;
        float[] expected = new float[image.features()];
        for (int i = 0; i < expected.length; i++) {
            int x = i % image.width();
            int y = i / image.width() % image.height();
            int c = i / image.width() / image.height();
            int fromX = (mirror ? image.width() - 1 - x : x) + right;
            int fromY = y + down;
            boolean inside = fromX >= 0 && fromX < image.width() && fromY >= 0 && fromY < image.height();
            int value = inside ? bytes[(c * image.height() + fromY) * image.width() + fromX] & 0xFF : 0;
            double mean = source.normalization().means().get(c);
            expected[i] = (float) ((value / 255.0 - mean)
                    / source.normalization().deviations().get(c));
        }
        return expected;
    }

    private static ImageSource source(SplittableRandom random) {
        int channels = random.nextInt(1, 4);
        ImageShape image = new ImageShape(channels, random.nextInt(1, 12), random.nextInt(1, 12));
        List<Double> means = new ArrayList<>();
        List<Double> deviations = new ArrayList<>();
        for (int c = 0; c < channels; c++) {
            means.add(random.nextDouble());
            deviations.add(random.nextDouble(0.1, 2));
        }
        return new ImageSource(
                new RandomPixels(image, random.nextLong()),
                new Normalization(means, deviations),
                new Augmentation(random.nextBoolean(), random.nextBoolean(), random.nextLong()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyValueIsWhereTheDefinitionPutsIt(SplittableRandom random) throws Exception {
        ImageSource source = source(random);
        int features = source.shape().features();
        int from = random.nextInt(ROWS / 2);
        RowStore store = PixelRows.load(source, from, ROWS);
        float[] into = new float[features + 2];

        for (int row = 0; row < store.rows(); row++) {
            int epoch = random.nextInt(100);
            store.fill(row, epoch, into, 1);
            assertThat(Arrays.copyOfRange(into, 1, features + 1)).containsExactly(oracle(source, from + row, epoch));
        }
        assertThat(into[0]).isZero();
        assertThat(into[features + 1]).isZero();
    }

    /** The number of the row in the whole set counts, not that in its shard. */
    @ParameterizedTest
    @MethodSource("cases")
    void anImageIsVariedAlikeInWhateverStoreItLies(SplittableRandom random) throws Exception {
        ImageSource source = source(random);
        RowStore all = PixelRows.load(source, 0, ROWS);
        RowStore part = PixelRows.load(source, 13, 20);
        float[] one = new float[source.shape().features()];
        float[] other = new float[one.length];

        for (int row = 13; row < 20; row++) {
            all.fill(row, 3, one, 0);
            part.fill(row - 13, 3, other, 0);
            assertThat(other).containsExactly(one);
        }
    }

    @Test
    void epochsDifferAndPlainOnesAreAsTheyAre() throws Exception {
        ImageSource source = new ImageSource(
                new RandomPixels(new ImageShape(3, 16, 16), 1),
                new Normalization(List.of(0.5, 0.5, 0.5), List.of(1.0, 1.0, 1.0)),
                new Augmentation(true, true, 7));
        RowStore store = PixelRows.load(source, 0, ROWS);
        float[] first = new float[768];
        float[] second = new float[768];
        int same = 0;
        for (int row = 0; row < ROWS; row++) {
            store.fill(row, 0, first, 0);
            store.fill(row, 1, second, 0);
            same += Arrays.equals(first, second) ? 1 : 0;
        }

        assertThat(same).isLessThan(3);
        source.read(0, ROWS, (features, label) -> {});
        int[] row = {0};
        source.read(0, ROWS, (features, label) -> {
            store.fill(row[0]++, RowStore.PLAIN, first, 0);
            assertThat(first).containsExactly(features);
        });
    }

    @Test
    void everyShiftAndBothSidesOccur() {
        Augmentation vary = new Augmentation(true, true, 3);
        int[] lines = new int[9];
        int[] columns = new int[9];
        int mirrored = 0;
        for (int row = 0; row < 9000; row++) {
            long key = vary.key(2, row);
            lines[vary.lines(key) + 4]++;
            columns[vary.columns(key) + 4]++;
            mirrored += vary.mirrored(key) ? 1 : 0;
        }

        for (int i = 0; i < 9; i++) {
            assertThat(lines[i]).isBetween(850, 1150);
            assertThat(columns[i]).isBetween(850, 1150);
        }
        assertThat(mirrored).isBetween(4300, 4700);
    }

    @Test
    void modelsThatNeedTilesCannotTrainOnVariedImages() {
        ImageSource source = source(new SplittableRandom(1));
        ImageSource varied = new ImageSource(source.pixels(), source.normalization(), new Augmentation(true, false, 1));

        assertThatThrownBy(() -> DenseRows.load(varied, 0, 1))
                .isInstanceOf(DataException.class)
                .hasMessage("rows that are varied in every epoch cannot be trained on by this model: store=tiles; set"
                        + " data.augment to none");
    }

    @Test
    void rowsThatAreNoImagesLieInTiles() throws Exception {
        RowSource plain = new BlobsKind()
                .open(Job.of(new KeyList(new BlobsKind().keys()), Map.of()))
                .train();

        assertThat(PixelRows.load(plain, 0, 10)).isInstanceOf(DenseRows.class);
    }
}
