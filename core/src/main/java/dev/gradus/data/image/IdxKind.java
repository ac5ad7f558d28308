package dev.gradus.data.image;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** MNIST, Fashion-MNIST and others in IDX files, plain or packed by gzip. */
public final class IdxKind implements ImageKind {

    private static final String TRAIN = "train-images-idx3-ubyte";
    private static final String TEST = "t10k-images-idx3-ubyte";
    private static final String PACKED = ".gz";

    @Override
    public String name() {
        return "idx";
    }

    @Override
    public String summary() {
        return "images of one channel in IDX files, like MNIST and Fashion-MNIST, plain or packed: a folder with the"
                + " four files, or one file of images with that of the labels beside it; 'data get' fetches them";
    }

    @Override
    public List<Key<?>> keys() {
        return ImageKeys.and(List.of(DataKeys.PATH, DataKeys.TEST_PATH, DataKeys.CLASSES));
    }

    @Override
    public ImageSet images(Job job) throws DataException {
        int classes = job.integer(DataKeys.CLASSES);
        if (classes == 1 || classes > 256) {
            throw new JobException(
                    DataKeys.CLASSES.name(),
                    "labels are bytes: data.classes=" + classes + "; write 2 to 256, or 0 to count them");
        }
        Path path = ImageKeys.path(job, DataKeys.PATH, name());
        if (!Files.exists(path)) {
            throw new DataException("cannot read file: file=" + path + ", file not found");
        }
        String testPath = job.get(DataKeys.TEST_PATH);
        if (Files.isDirectory(path)) {
            if (!testPath.isEmpty()) {
                throw new JobException(
                        DataKeys.TEST_PATH.name(),
                        "a folder has its own images to test on: data.path=" + path + ", data.testPath=" + testPath
                                + "; remove data.testPath");
            }
            return together(
                    open(DataKeys.PATH, inFolder(path, TRAIN), classes),
                    open(DataKeys.PATH, inFolder(path, TEST), classes));
        }
        IdxPixels train = open(DataKeys.PATH, path, classes);
        return testPath.isEmpty()
                ? ImageSet.split(train, job)
                : together(train, open(DataKeys.TEST_PATH, ImageKeys.path(job, DataKeys.TEST_PATH, name()), classes));
    }

    /** Both with the classes of the one that shows more. */
    private static ImageSet together(IdxPixels train, IdxPixels test) {
        int classes = Math.max(train.classes(), test.classes());
        return ImageSet.of(train.withClasses(classes), test.withClasses(classes));
    }

    private static IdxPixels open(Key<String> key, Path images, int classes) throws DataException {
        return IdxPixels.open(key.name(), images, labels(images), classes);
    }

    /** The file of that name in a folder, or the packed one. */
    private static Path inFolder(Path folder, String name) {
        Path packed = folder.resolve(name + PACKED);
        Path plain = folder.resolve(name);
        return !Files.exists(plain) && Files.exists(packed) ? packed : plain;
    }

    /** The file of labels beside one of images: {@code x-labels-idx1-ubyte} for {@code x-images-idx3-ubyte}. */
    private static Path labels(Path images) {
        String name = String.valueOf(images.getFileName());
        String plain = name.endsWith(PACKED) ? name.substring(0, name.length() - PACKED.length()) : name;
        String labels = plain.replace("images", "labels").replace("idx3", "idx1");
        if (labels.equals(plain)) {
            throw new JobException(
                    DataKeys.PATH.name(),
                    "file of labels is not clear: file=" + images
                            + "; name the files like x-images-idx3-ubyte and x-labels-idx1-ubyte");
        }
        Path beside = images.resolveSibling(labels);
        Path packed = images.resolveSibling(labels + PACKED);
        return !Files.exists(beside) && Files.exists(packed) ? packed : beside;
    }
}
