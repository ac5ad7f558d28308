package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.model.Gradient;
import dev.gradus.model.Layout;
import dev.gradus.train.Buckets.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketsTest {

    private static final int MEGABYTE = (1 << 20) / Float.BYTES;

    @Test
    void aSmallGradientIsOneBucketWithItsStatistics() {
        assertThat(Buckets.of(layout(20, 1), 25 << 20).ranges()).containsExactly(new Range(0, 24));
    }

    @Test
    void theFirstBucketIsSmallAndHoldsTheLastBlocks() {
        Layout layout = layout(3 * MEGABYTE, 2 * MEGABYTE, MEGABYTE / 2, MEGABYTE / 4);

        List<Range> ranges = Buckets.of(layout, 25 << 20).ranges();

        int end = Gradient.length(layout.size());
        assertThat(ranges).containsExactly(new Range(5 * MEGABYTE, end), new Range(0, 5 * MEGABYTE));
    }

    @Test
    void aBlockThatIsTooLargeIsCut() {
        Layout layout = layout(5 * MEGABYTE, 10);

        List<Range> ranges = Buckets.of(layout, 2 << 20).ranges();

        int start = 5 * MEGABYTE;
        assertThat(ranges)
                .containsExactly(
                        new Range(start, start + 13),
                        new Range(start - 2 * MEGABYTE, start),
                        new Range(start - 4 * MEGABYTE, start - 2 * MEGABYTE),
                        new Range(0, start - 4 * MEGABYTE));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void bucketsCoverTheGradientOnceFromItsEndDownwards(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] sizes = random.ints(random.nextInt(1, 12), 1, 5000).toArray();
        Layout layout = layout(sizes);
        long most = random.nextLong(1024, 40_000);

        List<Range> ranges = Buckets.of(layout, most).ranges();

        int to = Gradient.length(layout.size());
        for (Range range : ranges) {
            assertThat(range.to()).isEqualTo(to);
            assertThat((range.to() - range.from()) * 4L).isBetween(4L, most);
            to = range.from();
        }
        assertThat(to).isZero();
    }

    private static Layout layout(int... sizes) {
        List<Layout.Block> blocks = new ArrayList<>();
        int at = 0;
        for (int size : sizes) {
            blocks.add(new Layout.Block("block" + blocks.size(), at, List.of(size)));
            at += size;
        }
        return new Layout(blocks);
    }
}
