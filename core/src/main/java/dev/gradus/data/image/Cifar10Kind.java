package dev.gradus.data.image;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.files.ReadFailure;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** CIFAR-10 in its binary form, as a folder or a single file. */
public final class Cifar10Kind implements ImageKind {

    /** The folder that the published archive has inside. */
    private static final String INNER = "cifar-10-batches-bin";

    private static final String TEST_BATCH = "test_batch.bin";
    private static final Pattern BATCH = Pattern.compile("data_batch_\\d+\\.bin");

    @Override
    public String name() {
        return "cifar10";
    }

    @Override
    public String summary() {
        return "images of CIFAR-10 in binary form: a folder with data_batch_*.bin and test_batch.bin, or one file;"
                + " 'data get cifar10' fetches them";
    }

    @Override
    public List<Key<?>> keys() {
        return ImageKeys.and(List.of(DataKeys.PATH, DataKeys.TEST_PATH));
    }

    @Override
    public ImageSet images(Job job) throws DataException {
        Path path = ImageKeys.path(job, DataKeys.PATH, name());
        String testPath = job.get(DataKeys.TEST_PATH);
        if (Files.isDirectory(path)) {
            return folder(path, testPath);
        }
        Pixels train = pixels(DataKeys.PATH, List.of(path));
        return testPath.isEmpty()
                ? ImageSet.split(train, job)
                : ImageSet.of(
                        train, pixels(DataKeys.TEST_PATH, List.of(ImageKeys.path(job, DataKeys.TEST_PATH, name()))));
    }

    private static ImageSet folder(Path path, String testPath) throws DataException {
        if (!testPath.isEmpty()) {
            throw new JobException(
                    DataKeys.TEST_PATH.name(),
                    "a folder has its own images to test on: data.path=" + path + ", data.testPath=" + testPath
                            + "; remove data.testPath");
        }
        Path inner = path.resolve(INNER);
        Path folder = Files.isDirectory(inner) ? inner : path;
        List<Path> batches = batches(folder);
        if (batches.isEmpty()) {
            throw new DataException("no file data_batch_*.bin: folder=" + folder
                    + "; get the images by 'gradus data get cifar10', and name their folder");
        }
        return ImageSet.of(pixels(DataKeys.PATH, batches), pixels(DataKeys.PATH, List.of(folder.resolve(TEST_BATCH))));
    }

    private static List<Path> batches(Path folder) throws DataException {
        try (Stream<Path> files = Files.list(folder)) {
            // By length first, so that batch 10 comes after batch 9.
            return files.filter(file ->
                            BATCH.matcher(String.valueOf(file.getFileName())).matches())
                    .sorted(Comparator.<Path>comparingInt(
                                    file -> file.toString().length())
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
        } catch (IOException e) {
            throw new DataException("cannot list files: folder=" + folder + ", " + ReadFailure.reason(e), e);
        }
    }

    private static Pixels pixels(Key<String> key, List<Path> paths) throws DataException {
        List<ByteFile> files = new ArrayList<>();
        for (Path path : paths) {
            files.add(ByteFile.open(key.name(), path));
        }
        return CifarPixels.of(files);
    }
}
