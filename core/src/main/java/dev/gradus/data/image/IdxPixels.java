package dev.gradus.data.image;

import dev.gradus.data.DataException;
import dev.gradus.data.ImageShape;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Images of one channel and their labels in two IDX files, the form of MNIST: a head of whole numbers, highest byte
 * first (0x803, images, height, width; or 0x801, labels), then a byte for each value.
 */
final class IdxPixels implements Pixels {

    static final int IMAGES = 0x803;
    static final int LABELS = 0x801;
    static final int IMAGES_HEAD = 16;
    static final int LABELS_HEAD = 8;

    private static final int BYTES_AT_ONCE = 1 << 20;

    private final ByteFile file;
    private final ImageShape image;
    private final byte[] labels;
    private final int classes;

    private IdxPixels(ByteFile file, ImageShape image, byte[] labels, int classes) {
        this.file = file;
        this.image = image;
        this.labels = labels;
        this.classes = classes;
    }

    /** Opens both files; {@code classes} of 0 are counted. */
    static IdxPixels open(String key, Path images, Path labelFile, int classes) throws DataException {
        ByteFile file = ByteFile.open(key, images);
        ByteBuffer head = head(file, IMAGES, IMAGES_HEAD, "images");
        long count = head.getInt() & 0xFFFFFFFFL;
        long height = head.getInt() & 0xFFFFFFFFL;
        long width = head.getInt() & 0xFFFFFFFFL;
        if (height < 1 || width < 1 || height > 1 << 15 || width > 1 << 15 || count > Integer.MAX_VALUE) {
            throw new DataException(
                    "bad head: file=" + images + ", images=" + count + ", height=" + height + ", width=" + width);
        }
        byte[] labels = labels(key, labelFile);
        if (labels.length != count) {
            throw new DataException("images and labels differ in number: file=" + images + ", images=" + count
                    + ", file=" + labelFile + ", labels=" + labels.length);
        }
        ByteFile whole = file.ofLength(
                IMAGES_HEAD + count * height * width,
                "a head and " + count + " images of " + height + "x" + width + " pixels");
        ImageShape shape = new ImageShape(1, (int) height, (int) width);
        return new IdxPixels(whole, shape, labels, checkedClasses(labelFile, labels, classes));
    }

    private static byte[] labels(String key, Path path) throws DataException {
        ByteFile file = ByteFile.open(key, path);
        long count = head(file, LABELS, LABELS_HEAD, "labels").getInt() & 0xFFFFFFFFL;
        if (count > ByteFile.MOST_UNPACKED - LABELS_HEAD) {
            throw new DataException("bad head: file=" + path + ", labels=" + count);
        }
        int length = (int) count + LABELS_HEAD;
        ByteFile whole = file.ofLength(length, "a head and " + count + " labels");
        byte[] all = new byte[length];
        whole.read(0, all, length);
        return Arrays.copyOfRange(all, LABELS_HEAD, all.length);
    }

    /** The head after its magic number. */
    private static ByteBuffer head(ByteFile file, int magic, int bytes, String of) throws DataException {
        ByteBuffer head = ByteBuffer.wrap(file.head(bytes));
        int found = head.remaining() < Integer.BYTES ? 0 : head.getInt();
        if (found != magic) {
            throw new DataException(String.format(
                    "not an IDX file of %s: file=%s, magic=0x%08X, expected=0x%08X", of, file.path(), found, magic));
        }
        if (head.capacity() < bytes) {
            throw new DataException("file is cut short: file=" + file.path() + ", bytes=" + head.capacity()
                    + ", expected=" + bytes + " (a head)");
        }
        return head;
    }

    private static int checkedClasses(Path file, byte[] labels, int classes) throws DataException {
        int highest = 0;
        for (int i = 0; i < labels.length; i++) {
            int label = labels[i] & 0xFF;
            if (classes > 0 && label >= classes) {
                throw new DataException("label is no class: file=" + file + ", image=" + i + ", label=" + label
                        + ", classes=" + classes);
            }
            highest = Math.max(highest, label);
        }
        return classes > 0 ? classes : Math.max(2, highest + 1);
    }

    /** These images as ones of more classes than they show. */
    IdxPixels withClasses(int more) {
        return new IdxPixels(file, image, labels, more);
    }

    @Override
    public ImageShape image() {
        return image;
    }

    @Override
    public int classes() {
        return classes;
    }

    @Override
    public long rows() {
        return labels.length;
    }

    @Override
    public void read(long from, long to, Sink sink) throws DataException {
        requireRange(from, to);
        int bytes = image.features();
        int atOnce = Math.max(1, BYTES_AT_ONCE / bytes);
        byte[] buffer = new byte[atOnce * bytes];
        for (long row = from; row < to; row += atOnce) {
            int count = (int) Math.min(atOnce, to - row);
            file.read(IMAGES_HEAD + row * bytes, buffer, count * bytes);
            for (int i = 0; i < count; i++) {
                sink.image(buffer, i * bytes, labels[(int) row + i] & 0xFF);
            }
        }
    }
}
