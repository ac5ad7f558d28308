package dev.gradus.data.image;

import dev.gradus.job.Job;
import dev.gradus.job.KeyList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/** Small files of images, and jobs that read them. */
final class ImageFiles {

    private ImageFiles() {}

    /** An image as it was read. */
    record Image(List<Integer> pixels, int label) {}

    static Job job(ImageKind kind, Object... settings) {
        Map<String, Object> scalars = new LinkedHashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            Object value = settings[i + 1] instanceof Integer number ? (Object) number.longValue() : settings[i + 1];
            scalars.put((String) settings[i], value instanceof Path path ? path.toString() : value);
        }
        return Job.of(new KeyList(kind.keys()), scalars);
    }

    /** Records of CIFAR-10 with those labels, whose pixels are drawn from the seed. */
    static byte[] cifar(long seed, int... labels) {
        byte[] bytes = new byte[labels.length * CifarPixels.RECORD];
        new SplittableRandom(seed).nextBytes(bytes);
        for (int i = 0; i < labels.length; i++) {
            bytes[i * CifarPixels.RECORD] = (byte) labels[i];
        }
        return bytes;
    }

    /** A folder of two batches and a test batch, three, two and two images. */
    static Path cifarFolder(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve("data_batch_1.bin"), cifar(1, 3, 1, 4));
        Files.write(folder.resolve("data_batch_2.bin"), cifar(2, 1, 5));
        Files.write(folder.resolve("test_batch.bin"), cifar(3, 9, 0));
        return folder;
    }

    static byte[] idxImages(int count, int height, int width, long seed) {
        byte[] pixels = new byte[count * height * width];
        new SplittableRandom(seed).nextBytes(pixels);
        return ByteBuffer.allocate(16 + pixels.length)
                .putInt(0x803)
                .putInt(count)
                .putInt(height)
                .putInt(width)
                .put(pixels)
                .array();
    }

    static byte[] idxLabels(int... labels) {
        ByteBuffer bytes = ByteBuffer.allocate(8 + labels.length).putInt(0x801).putInt(labels.length);
        for (int label : labels) {
            bytes.put((byte) label);
        }
        return bytes.array();
    }

    static byte[] packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }

    static List<Image> read(Pixels pixels, long from, long to) throws IOException {
        List<Image> images = new ArrayList<>();
        pixels.read(from, to, (bytes, at, label) -> {
            List<Integer> values = new ArrayList<>();
            for (int i = at; i < at + pixels.image().features(); i++) {
                values.add(bytes[i] & 0xFF);
            }
            images.add(new Image(values, label));
        });
        return images;
    }
}
