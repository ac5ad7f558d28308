package dev.gradus.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.ImageShape;
import dev.gradus.data.image.ImageFiles.Image;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImagesKindTest {

    private final ImagesKind kind = new ImagesKind();

    @Test
    void anyRangeHasTheSameImagesAndTestImagesFollowThoseToTrainOn() throws Exception {
        ImageSet set = kind.images(ImageFiles.job(kind, "data.rows", 30, "data.size", 12));
        ImageSet longer = kind.images(ImageFiles.job(kind, "data.rows", 33, "data.test", 0.0, "data.size", 12));

        List<Image> all = ImageFiles.read(set.train(), 0, 30);
        assertThat(ImageFiles.read(set.train(), 7, 20)).isEqualTo(all.subList(7, 20));
        assertThat(ImageFiles.read(longer.train(), 0, 30)).isEqualTo(all);
        assertThat(ImageFiles.read(set.test(), 0, 3)).isEqualTo(ImageFiles.read(longer.train(), 30, 33));
        assertThat(set.train().image()).isEqualTo(new ImageShape(3, 12, 12));
    }

    @Test
    void imagesAreTheSameOnEveryMachine() throws Exception {
        ImageSet set = kind.images(ImageFiles.job(kind));
        long hash = 0;
        for (Image image : ImageFiles.read(set.train(), 0, 20)) {
            hash = 31 * hash + image.hashCode();
        }

        assertThat(set.train().rows()).isEqualTo(20_000);
        assertThat(hash).isEqualTo(GOLDEN);
    }

    private static final long GOLDEN = 7839678187818395571L;

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 5, 10, 80})
    void everyClassOccursAboutEquallyOften(int classes) throws Exception {
        int rows = 200 * classes;
        PixelStatistics statistics = PixelStatistics.of(
                kind.images(ImageFiles.job(
                                kind, "data.classes", classes, "data.rows", rows, "data.size", 8, "data.channels", 1))
                        .train(),
                rows);

        for (int label = 0; label < classes; label++) {
            assertThat(statistics.count(label)).isBetween(140L, 260L);
        }
    }

    /** The mean image of every class is the same up to chance, so no plane can tell classes apart. */
    @Test
    void meanImagesOfClassesDoNotDiffer() throws Exception {
        int features = 16 * 16;
        double[][] sums = new double[2][features];
        int[] counts = new int[2];
        kind.images(ImageFiles.job(kind, "data.classes", 2, "data.rows", 6000, "data.size", 16, "data.channels", 1))
                .train()
                .read(0, 6000, (bytes, at, label) -> {
                    counts[label]++;
                    for (int i = 0; i < features; i++) {
                        sums[label][i] += bytes[at + i] & 0xFF;
                    }
                });

        for (int i = 0; i < features; i++) {
            // The deviation of a pixel is about 60, that of a mean over 3,000 about 1.1.
            assertThat(Math.abs(sums[0][i] / counts[0] - sums[1][i] / counts[1]))
                    .isLessThan(7);
        }
    }

    @Test
    void withoutDifficultyThereIsNoNoise() throws Exception {
        Image image = ImageFiles.read(
                        kind.images(ImageFiles.job(kind, "data.difficulty", 0.0))
                                .train(),
                        0,
                        1)
                .get(0);

        // The corners of the channels are ground, all of one colour.
        assertThat(image.pixels().get(0))
                .isEqualTo(image.pixels().get(1))
                .isEqualTo(image.pixels().get(32));
    }

    @Test
    void badClassesAreRefused() {
        assertThatThrownBy(() -> kind.images(ImageFiles.job(kind, "data.classes", 81)))
                .hasMessage("generated images cannot have so many classes: data.classes=81; write 2 to 80, or 0 for"
                        + " 10");
    }
}
