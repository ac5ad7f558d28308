package dev.gradus.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import dev.gradus.data.ImageShape;
import dev.gradus.data.image.ImageFiles.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdxKindTest {

    private static final String TRAIN_IMAGES = "train-images-idx3-ubyte";
    private static final String TRAIN_LABELS = "train-labels-idx1-ubyte";
    private static final String TEST_IMAGES = "t10k-images-idx3-ubyte";
    private static final String TEST_LABELS = "t10k-labels-idx1-ubyte";

    private final IdxKind kind = new IdxKind();

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void imagesAndLabelsReadBackPlainAndPacked(boolean packed) throws Exception {
        write(packed);

        ImageSet set = kind.images(ImageFiles.job(kind, "data.path", folder));

        List<Image> train = ImageFiles.read(set.train(), 0, 5);
        assertThat(set.train().image()).isEqualTo(new ImageShape(1, 4, 6));
        assertThat(train).extracting(Image::label).containsExactly(2, 0, 1, 1, 3);
        byte[] bytes = ImageFiles.idxImages(5, 4, 6, 1);
        for (int i = 0; i < 5 * 24; i++) {
            assertThat(train.get(i / 24).pixels().get(i % 24)).isEqualTo(bytes[16 + i] & 0xFF);
        }
        assertThat(ImageFiles.read(set.train(), 2, 4)).isEqualTo(train.subList(2, 4));
        assertThat(ImageFiles.read(set.test(), 0, 2)).extracting(Image::label).containsExactly(5, 0);
    }

    @Test
    void classesAreThoseOfBothFilesOrOfTheJob() throws Exception {
        write(false);

        assertThat(kind.images(ImageFiles.job(kind, "data.path", folder))
                        .train()
                        .classes())
                .isEqualTo(6);
        assertThat(kind.images(ImageFiles.job(kind, "data.path", folder, "data.classes", 10))
                        .test()
                        .classes())
                .isEqualTo(10);
        refuses(
                "label is no class: file=" + folder.resolve(TRAIN_LABELS) + ", image=4, label=3, classes=3",
                "data.classes",
                3);
    }

    @Test
    void singleFilesHaveTheirLabelsBesideThem() throws Exception {
        write(true);
        Path train = folder.resolve(TRAIN_IMAGES + ".gz");
        Path test = folder.resolve(TEST_IMAGES + ".gz");

        ImageSet split = kind.images(ImageFiles.job(kind, "data.path", train, "data.test", 0.4));
        ImageSet two = kind.images(ImageFiles.job(kind, "data.path", train, "data.testPath", test));

        assertThat(split.train().rows()).isEqualTo(3);
        assertThat(split.test().rows()).isEqualTo(2);
        assertThat(two.train().rows()).isEqualTo(5);
        assertThat(two.test().rows()).isEqualTo(2);
        Path odd = folder.resolve("x.bin");
        assertThatThrownBy(() -> kind.images(ImageFiles.job(kind, "data.path", odd)))
                .hasMessage("cannot read file: file=" + odd + ", file not found");
        Files.write(odd, ImageFiles.idxImages(1, 1, 1, 1));
        assertThatThrownBy(() -> kind.images(ImageFiles.job(kind, "data.path", odd)))
                .hasMessage("file of labels is not clear: file=" + folder.resolve("x.bin")
                        + "; name the files like x-images-idx3-ubyte and x-labels-idx1-ubyte");
    }

    @Test
    void filesOfAnotherFormAreRefused() throws Exception {
        write(false);
        Path labels = folder.resolve(TRAIN_LABELS);
        Files.write(labels, ImageFiles.idxImages(1, 1, 1, 1));
        refuses("not an IDX file of labels: file=" + labels + ", magic=0x00000803, expected=0x00000801");
        Path images = folder.resolve(TRAIN_IMAGES);
        Files.write(images, new byte[] {1, 2});
        refuses("not an IDX file of images: file=" + images + ", magic=0x00000000, expected=0x00000803");
        Files.write(images, Arrays.copyOf(ImageFiles.idxImages(1, 1, 1, 1), 12));
        refuses("file is cut short: file=" + images + ", bytes=12, expected=16 (a head)");
    }

    @Test
    void filesThatAreCutShortOrTooLongAreRefused() throws Exception {
        write(false);
        Path images = folder.resolve(TRAIN_IMAGES);
        byte[] whole = ImageFiles.idxImages(5, 4, 6, 1);
        String expected = ", expected=136 (a head and 5 images of 4x6 pixels)";
        Files.write(images, Arrays.copyOf(whole, 135));
        refuses("file is cut short: file=" + images + ", bytes=135" + expected);
        Files.write(images, Arrays.copyOf(whole, 140));
        refuses("file is too long: file=" + images + ", bytes=140" + expected);
        Files.write(images, ImageFiles.packed(Arrays.copyOf(whole, 135)));
        refuses("file is cut short: file=" + images + ", bytes=135" + expected);
        Files.write(images, ImageFiles.packed(Arrays.copyOf(whole, 140)));
        refuses("file is too long: file=" + images + ", bytes=137 or more" + expected);
        byte[] packed = ImageFiles.packed(whole);
        Files.write(images, Arrays.copyOf(packed, packed.length / 2));
        refuses("cannot unpack file: file=" + images + ", the file ends too early");
        Files.write(images, Arrays.copyOf(packed, packed.length - 4));
        refuses("cannot unpack file: file=" + images + ", the file ends too early");
        Files.write(images, whole);
        Files.write(folder.resolve(TRAIN_LABELS), Arrays.copyOf(ImageFiles.idxLabels(1, 1, 1, 1, 1), 12));
        refuses("file is cut short: file=" + folder.resolve(TRAIN_LABELS)
                + ", bytes=12, expected=13 (a head and 5 labels)");
    }

    @Test
    void imagesAndLabelsMustBeOfOneNumber() throws Exception {
        write(false);
        Files.write(folder.resolve(TRAIN_LABELS), ImageFiles.idxLabels(1, 2));

        refuses("images and labels differ in number: file=" + folder.resolve(TRAIN_IMAGES) + ", images=5, file="
                + folder.resolve(TRAIN_LABELS) + ", labels=2");
    }

    @Test
    void headsThatCannotBeAreRefusedBeforeMemoryIsTaken() throws Exception {
        write(false);
        Path images = folder.resolve(TRAIN_IMAGES);
        byte[] bytes = ImageFiles.idxImages(5, 4, 6, 1);
        Arrays.fill(bytes, 4, 16, (byte) 0xFF);
        Files.write(images, bytes);
        refuses("bad head: file=" + images + ", images=4294967295, height=4294967295, width=4294967295");
        Path labels = folder.resolve(TRAIN_LABELS);
        Files.write(images, ImageFiles.idxImages(5, 4, 6, 1));
        Files.write(labels, new byte[] {0, 0, 8, 1, 0x7F, 0, 0, 0, 1});
        refuses("file is cut short: file=" + labels + ", bytes=9, expected=2130706440 (a head and 2130706432 labels)");
    }

    @Test
    void missingFilesAndSizesThatDifferAreRefused() throws Exception {
        write(false);
        Files.write(folder.resolve(TEST_IMAGES), ImageFiles.idxImages(2, 3, 6, 1));
        assertThatThrownBy(() -> kind.open(ImageFiles.job(kind, "data.path", folder)))
                .hasMessage("images to train on and to test on differ in size: train=1x4x6, test=1x3x6; name files of"
                        + " one set");
        Files.delete(folder.resolve(TEST_LABELS));
        refuses("cannot read file: file=" + folder.resolve(TEST_LABELS) + ", file not found");
    }

    private void write(boolean packed) throws IOException {
        write(TRAIN_IMAGES, ImageFiles.idxImages(5, 4, 6, 1), packed);
        write(TRAIN_LABELS, ImageFiles.idxLabels(2, 0, 1, 1, 3), packed);
        write(TEST_IMAGES, ImageFiles.idxImages(2, 4, 6, 2), packed);
        write(TEST_LABELS, ImageFiles.idxLabels(5, 0), packed);
    }

    private void write(String name, byte[] bytes, boolean packed) throws IOException {
        Files.write(folder.resolve(packed ? name + ".gz" : name), packed ? ImageFiles.packed(bytes) : bytes);
    }

    private void refuses(String message, Object... settings) {
        Object[] all = new Object[settings.length + 2];
        all[0] = "data.path";
        all[1] = folder;
        System.arraycopy(settings, 0, all, 2, settings.length);
        assertThatThrownBy(() -> kind.images(ImageFiles.job(kind, all)))
                .isInstanceOf(DataException.class)
                .hasMessage(message);
    }
}
