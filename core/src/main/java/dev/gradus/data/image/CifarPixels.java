package dev.gradus.data.image;

import dev.gradus.data.DataException;
import dev.gradus.data.ImageShape;
import java.util.List;

/** Images of CIFAR-10 in its binary form: for each a byte for the label, then 1,024 red, green and blue ones each. */
record CifarPixels(List<ByteFile> files) implements Pixels {

    static final ImageShape IMAGE = new ImageShape(3, 32, 32);
    static final int CLASSES = 10;
    static final int RECORD = 1 + 3 * 32 * 32;

    private static final int RECORDS_AT_ONCE = 256;

    CifarPixels {
        files = List.copyOf(files);
    }

    /** Checks that the files are whole. */
    static CifarPixels of(List<ByteFile> files) throws DataException {
        for (ByteFile file : files) {
            long size = file.size();
            if (file.packed()) {
                throw new DataException("file is packed: file=" + file.path() + "; unpack it first");
            }
            if (size == 0 || size % RECORD != 0) {
                long records = size / RECORD + 1;
                throw new DataException("file is cut short or not of CIFAR-10: file=" + file.path() + ", bytes=" + size
                        + ", expected=" + records * RECORD + " (" + RECORD + " for each of " + records + " images)");
            }
        }
        return new CifarPixels(files);
    }

    @Override
    public ImageShape image() {
        return IMAGE;
    }

    @Override
    public int classes() {
        return CLASSES;
    }

    @Override
    public long rows() {
        return files.stream().mapToLong(file -> file.size() / RECORD).sum();
    }

    @Override
    public void read(long from, long to, Sink sink) throws DataException {
        requireRange(from, to);
        long before = 0;
        for (ByteFile file : files) {
            long records = file.size() / RECORD;
            read(file, Math.max(0, from - before), Math.min(records, to - before), sink);
            before += records;
        }
    }

    private static void read(ByteFile file, long from, long to, Sink sink) throws DataException {
        byte[] bytes = new byte[RECORDS_AT_ONCE * RECORD];
        for (long record = from; record < to; record += RECORDS_AT_ONCE) {
            int count = (int) Math.min(RECORDS_AT_ONCE, to - record);
            file.read(record * RECORD, bytes, count * RECORD);
            for (int i = 0; i < count; i++) {
                int label = bytes[i * RECORD] & 0xFF;
                if (label >= CLASSES) {
                    throw new DataException("label is no class: file=" + file.path() + ", image=" + (record + i)
                            + ", label=" + label + ", classes=" + CLASSES);
                }
                sink.image(bytes, i * RECORD + 1, label);
            }
        }
    }
}
