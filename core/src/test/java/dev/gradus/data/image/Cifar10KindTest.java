package dev.gradus.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.DataException;
import dev.gradus.data.DataSet;
import dev.gradus.data.DenseRows;
import dev.gradus.data.ImageShape;
import dev.gradus.data.RowStore;
import dev.gradus.data.image.ImageFiles.Image;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Cifar10KindTest {

    private final Cifar10Kind kind = new Cifar10Kind();

    @TempDir
    Path folder = Path.of("");

    /** A record by hand: label 7, then red 1, green 2 and blue 3 with one bright pixel each. */
    @Test
    void aRecordIsALabelThenTheThreeColours() throws Exception {
        byte[] record = new byte[3073];
        record[0] = 7;
        for (int colour = 0; colour < 3; colour++) {
            Arrays.fill(record, 1 + colour * 1024, 1 + (colour + 1) * 1024, (byte) (colour + 1));
            record[1 + colour * 1024 + 5 * 32 + 2] = (byte) (250 + colour);
        }
        Path file = Files.write(folder.resolve("one.bin"), record);

        ImageSet set = kind.images(ImageFiles.job(kind, "data.path", file, "data.test", 0.0));

        Image image = ImageFiles.read(set.train(), 0, 1).get(0);
        assertThat(image.label()).isEqualTo(7);
        assertThat(image.pixels().subList(0, 3)).containsExactly(1, 1, 1);
        assertThat(image.pixels().get(5 * 32 + 2)).isEqualTo(250);
        assertThat(image.pixels().get(1024 + 5 * 32 + 2)).isEqualTo(251);
        assertThat(image.pixels().get(2 * 1024 + 5 * 32 + 2)).isEqualTo(252);
        assertThat(image.pixels().get(3071)).isEqualTo(3);
        assertThat(set.train().image()).isEqualTo(new ImageShape(3, 32, 32));
        assertThat(set.train().classes()).isEqualTo(10);
    }

    @Test
    void theFilesOfAFolderFollowEachOther() throws Exception {
        ImageFiles.cifarFolder(folder);
        Files.write(folder.resolve("data_batch_10.bin"), ImageFiles.cifar(5, 2));
        Files.writeString(folder.resolve("readme.html"), "not an image");

        ImageSet set = kind.images(ImageFiles.job(kind, "data.path", folder));

        List<Image> all = ImageFiles.read(set.train(), 0, 6);
        assertThat(all).extracting(Image::label).containsExactly(3, 1, 4, 1, 5, 2);
        assertThat(ImageFiles.read(set.test(), 0, 2)).extracting(Image::label).containsExactly(9, 0);
        for (int from = 0; from <= 6; from++) {
            for (int to = from; to <= 6; to++) {
                assertThat(ImageFiles.read(set.train(), from, to)).isEqualTo(all.subList(from, to));
            }
        }
    }

    @Test
    void theFolderInsideTheArchiveIsFound() throws Exception {
        ImageFiles.cifarFolder(folder.resolve("cifar-10-batches-bin"));

        assertThat(kind.open(ImageFiles.job(kind, "data.path", folder)).train().rows())
                .isEqualTo(5);
    }

    @Test
    void aSingleFileIsSplitOrHasAnotherBesideIt() throws Exception {
        Path file = Files.write(folder.resolve("a.bin"), ImageFiles.cifar(1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
        Path test = Files.write(folder.resolve("b.bin"), ImageFiles.cifar(1, 4));

        ImageSet split = kind.images(ImageFiles.job(kind, "data.path", file, "data.test", 0.3));
        ImageSet two = kind.images(ImageFiles.job(kind, "data.path", file, "data.testPath", test));

        assertThat(ImageFiles.read(split.train(), 0, 7))
                .extracting(Image::label)
                .containsExactly(0, 1, 2, 4, 5, 7, 8);
        assertThat(ImageFiles.read(split.test(), 0, 3)).extracting(Image::label).containsExactly(3, 6, 9);
        assertThat(ImageFiles.read(split.train(), 2, 5))
                .isEqualTo(ImageFiles.read(split.train(), 0, 7).subList(2, 5));
        assertThat(two.train().rows()).isEqualTo(10);
        assertThat(two.test().rows()).isEqualTo(1);
    }

    @Test
    void rowsHaveAMeanOfZeroAndADeviationOfOneInEachChannel() throws Exception {
        DataSet set = kind.open(ImageFiles.job(kind, "data.path", ImageFiles.cifarFolder(folder)));

        for (int channel = 0; channel < 3; channel++) {
            int from = channel * 1024;
            List<Double> values = new ArrayList<>();
            set.train().read(0, 5, (features, label) -> {
                for (int i = from; i < from + 1024; i++) {
                    values.add((double) features[i]);
                }
            });
            double mean = values.stream().mapToDouble(v -> v).average().orElse(9);
            double square = values.stream().mapToDouble(v -> v * v).average().orElse(9);
            assertThat(mean).isCloseTo(0, within(1e-5));
            assertThat(square).isCloseTo(1, within(1e-5));
        }
    }

    @Test
    void statisticsOfTheJobCountOverThoseOfTheImages() throws Exception {
        ImageFiles.cifarFolder(folder);
        DataSet set = kind.open(
                ImageFiles.job(kind, "data.path", folder, "data.mean", "0.5; 0.25; 0", "data.deviation", "0.5; 1; 2"));
        Image first = ImageFiles.read(
                        kind.images(ImageFiles.job(kind, "data.path", folder)).train(), 0, 1)
                .get(0);

        set.train().read(0, 1, (features, label) -> {
            assertThat(features[3]).isEqualTo((float) ((first.pixels().get(3) / 255.0 - 0.5) / 0.5));
            assertThat(features[1030]).isEqualTo((float) (first.pixels().get(1030) / 255.0 - 0.25));
            assertThat(features[3000]).isEqualTo((float) (first.pixels().get(3000) / 255.0 / 2));
        });
    }

    @Test
    void tilesAndBytesGiveTheSameNumbers() throws Exception {
        DataSet set = kind.open(ImageFiles.job(kind, "data.path", ImageFiles.cifarFolder(folder)));
        RowStore bytes = PixelRows.load(set.train(), 1, 5);
        RowStore tiles = DenseRows.load(set.train(), 1, 5);
        float[] fromBytes = new float[3072];
        float[] fromTiles = new float[3072];

        for (int row = 0; row < 4; row++) {
            for (int epoch : new int[] {RowStore.PLAIN, 0, 5}) {
                bytes.fill(row, epoch, fromBytes, 0);
                tiles.fill(row, epoch, fromTiles, 0);
                assertThat(fromBytes).containsExactly(fromTiles);
            }
            assertThat(bytes.labels()[row]).isEqualTo(tiles.labels()[row]);
        }
        assertThat(bytes).isInstanceOf(PixelRows.class);
        assertThat(bytes.rowBytes()).isEqualTo(3076);
    }

    @Test
    void filesThatAreNotWholeAreRefused() throws Exception {
        ImageFiles.cifarFolder(folder);
        Path cut = folder.resolve("data_batch_2.bin");
        Files.write(cut, Arrays.copyOf(ImageFiles.cifar(1, 1, 2), 2 * 3073 - 1));
        refuses("file is cut short or not of CIFAR-10: file=" + cut
                + ", bytes=6145, expected=6146 (3073 for each of 2 images)");
        Files.write(cut, new byte[0]);
        refuses("file is cut short or not of CIFAR-10: file=" + cut
                + ", bytes=0, expected=3073 (3073 for each of 1 images)");
        Files.write(cut, ImageFiles.packed(ImageFiles.cifar(1, 1)));
        refuses("file is packed: file=" + cut + "; unpack it first");
    }

    @Test
    void labelsThatAreNoClassAreRefusedWithTheirPlace() throws Exception {
        ImageFiles.cifarFolder(folder);
        Path file = Files.write(folder.resolve("data_batch_2.bin"), ImageFiles.cifar(1, 9, 200));

        refuses("label is no class: file=" + file + ", image=1, label=200, classes=10");
    }

    @Test
    void missingFilesAreNamed() throws Exception {
        refuses("no file data_batch_*.bin: folder=" + folder
                + "; get the images by 'gradus data get cifar10', and name their folder");
        Files.write(folder.resolve("data_batch_1.bin"), ImageFiles.cifar(1, 9));
        refuses("cannot read file: file=" + folder.resolve("test_batch.bin") + ", file not found");
        assertThatThrownBy(() -> kind.open(ImageFiles.job(kind)))
                .hasMessage("no file: data.kind=cifar10, data.path=; write data.path: FOLDER or FILE");
        assertThatThrownBy(() -> kind.open(ImageFiles.job(kind, "data.path", folder, "data.testPath", "x")))
                .hasMessage("a folder has its own images to test on: data.path=" + folder
                        + ", data.testPath=x; remove data.testPath");
    }

    @Test
    void statisticsThatAreNoneAreRefused() throws Exception {
        ImageFiles.cifarFolder(folder);
        assertThatThrownBy(() -> kind.open(ImageFiles.job(kind, "data.path", folder, "data.mean", "0.5; 0.5")))
                .hasMessage("bad value: data.mean=[0.5, 0.5]; expected 3 numbers, one for each channel");
        assertThatThrownBy(() -> kind.open(ImageFiles.job(kind, "data.path", folder, "data.deviation", "1; 0; 1")))
                .hasMessage("bad value: data.deviation=[1, 0, 1]; expected 3 numbers, one for each channel, above 0");
        assertThatThrownBy(() -> kind.open(ImageFiles.job(kind, "data.path", folder, "data.mean", "1; x; 1")))
                .hasMessage("not a number: data.mean=[1, x, 1], found=x");
    }

    private void refuses(String message) {
        assertThatThrownBy(() -> kind.open(ImageFiles.job(kind, "data.path", folder)))
                .isInstanceOf(DataException.class)
                .hasMessage(message);
    }
}
