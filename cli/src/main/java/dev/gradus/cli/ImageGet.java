package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.DataKind;
import dev.gradus.data.files.Digest;
import dev.gradus.data.files.ReadFailure;
import dev.gradus.data.image.ImageKind;
import dev.gradus.data.image.ImageSet;
import dev.gradus.data.image.PixelStatistics;
import dev.gradus.job.Job;
import dev.gradus.job.KeyList;
import dev.gradus.metrics.WriteFailure;
import dev.gradus.model.DurableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Gets a published set of images: asks its places one after the other, checks every file, and puts a whole folder in
 * its place. Nothing of a set that is not whole is left behind.
 */
final class ImageGet {

    private final PublishedImages set;
    private final Path folder;
    private final Path aside;
    private final boolean any;
    private final Map<String, Boolean> found = new TreeMap<>();

    /** {@code any} keeps files of the right length whose bytes are not the known ones. */
    ImageGet(PublishedImages set, Path folder, boolean any) {
        this.set = set;
        this.folder = folder;
        this.aside = folder.resolveSibling(folder.getFileName() + ".partial");
        this.any = any;
    }

    /**
     * What was got.
     *
     * @param published whether every byte is the known one
     */
    record Got(String place, int files, long bytes, long images, boolean published) {}

    /** Gets the set from the first place that has it. */
    Got get(List<ImagePlace> places, Duration deadline) throws IOException {
        List<String> failures = new ArrayList<>();
        for (ImagePlace place : places) {
            try {
                return get(place, deadline);
            } catch (Unfit e) {
                throw e;
            } catch (IOException e) {
                failures.add(place.name() + ": " + ReadFailure.reason(e));
            } finally {
                remove(aside);
            }
        }
        throw new IOException(String.join("; ", failures)
                + "; get them where there is a network, and name their folder by --set data.path=");
    }

    private Got get(ImagePlace place, Duration deadline) throws IOException {
        remove(aside);
        found.clear();
        onDisk(() -> Files.createDirectories(aside));
        place.fetch(deadline, this::take);
        for (PublishedImages.Expected file : set.files()) {
            if (!found.containsKey(file.name())) {
                throw new IOException("a file is missing: file=" + file.name());
            }
        }
        long images = count();
        onDisk(this::put);
        long bytes =
                set.files().stream().mapToLong(PublishedImages.Expected::bytes).sum();
        return new Got(place.name(), set.files().size(), bytes, images, !found.containsValue(false));
    }

    private void take(String name, byte[] bytes) throws IOException {
        for (PublishedImages.Expected file : set.files()) {
            if (file.name().equals(name)) {
                if (bytes.length != file.bytes()) {
                    throw new IOException("a file is not of the right length: file=" + name + ", bytes=" + bytes.length
                            + ", expected=" + file.bytes());
                }
                String digest = Digest.of(bytes);
                if (!digest.equals(file.digest()) && !any) {
                    throw new IOException("a file is not the published one: file=" + name + ", sha256=" + digest
                            + ", expected=" + file.digest() + ", --any keeps it");
                }
                found.put(name, digest.equals(file.digest()));
                onDisk(() -> write(aside.resolve(name), bytes));
            }
        }
    }

    /** What is done to our own disk. */
    private interface DiskWork {
        void run() throws IOException;
    }

    /** Another place would not help where our own disk is the trouble. */
    private void onDisk(DiskWork work) throws Unfit {
        try {
            work.run();
        } catch (IOException e) {
            throw new Unfit("cannot write folder: folder=" + folder + ", " + WriteFailure.reason(e), e);
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        DurableFile.replace(file, channel -> {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        });
    }

    /** Reads all images as a run would, which checks heads, lengths and labels. */
    private long count() throws DataException {
        ImageKind kind = ServiceLoader.load(DataKind.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(candidate -> candidate.name().equals(set.kind()))
                .map(ImageKind.class::cast)
                .findFirst()
                .orElseThrow();
        ImageSet images = kind.images(Job.of(new KeyList(kind.keys()), Map.of(DataKeys.PATH.name(), aside.toString())));
        PixelStatistics.of(images.train(), Long.MAX_VALUE);
        PixelStatistics.of(images.test(), Long.MAX_VALUE);
        return images.train().rows() + images.test().rows();
    }

    private void put() throws IOException {
        if (!Files.exists(folder)) {
            DurableFile.rename(aside, folder);
            return;
        }
        for (PublishedImages.Expected file : set.files()) {
            DurableFile.rename(aside.resolve(file.name()), folder.resolve(file.name()));
        }
    }

    private static void remove(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    /** A failure that another place would not help. */
    private static final class Unfit extends IOException {

        private static final long serialVersionUID = 1L;

        Unfit(String message, IOException cause) {
            super(message, cause);
        }
    }
}
