package dev.gradus.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * A parameter vector with its layout as a file of the public safetensors format, which other tools read: the length of
 * the header (8 bytes, little-endian), the header (JSON), then the floats, little-endian. Every length is checked
 * against the file before memory is taken for it.
 */
public final class Safetensors {

    /** The cap of the reference reader. */
    private static final long MAX_HEADER_BYTES = 100_000_000;

    private static final int BUFFER_BYTES = 1 << 20;

    private final SafetensorsHeader header;
    private final float[] parameters;

    /** Keeps the array, not a copy. */
    public Safetensors(Layout layout, float[] parameters, Map<String, String> metadata) {
        if (layout.size() != parameters.length
                || (!layout.blocks().isEmpty() && layout.blocks().get(0).from() != 0)) {
            throw new IllegalArgumentException("layout does not fit the parameters: layout=" + layout.size()
                    + ", parameters=" + parameters.length);
        }
        this.header = new SafetensorsHeader(layout, Map.copyOf(metadata));
        this.parameters = parameters;
    }

    /** One block for each tensor, in the order of the data. */
    public Layout layout() {
        return header.layout();
    }

    public float[] parameters() {
        return parameters;
    }

    /** Texts that travel with the tensors; no tool depends on them. */
    public Map<String, String> metadata() {
        return header.metadata();
    }

    /** Replaces the file as a whole. */
    public void write(Path file) throws IOException {
        DurableFile.replace(file, channel -> {
            byte[] bytes = header.encode();
            ByteBuffer start = littleEndian(Long.BYTES + bytes.length)
                    .putLong(bytes.length)
                    .put(bytes);
            DurableFile.writeFully(channel, start.flip());
            ByteBuffer buffer = littleEndian(BUFFER_BYTES);
            for (int from = 0; from < parameters.length; from += BUFFER_BYTES / Float.BYTES) {
                int length = Math.min(BUFFER_BYTES / Float.BYTES, parameters.length - from);
                buffer.clear().asFloatBuffer().put(parameters, from, length);
                DurableFile.writeFully(channel, buffer.limit(length * Float.BYTES));
            }
        });
    }

    /** Reads a file whose tensors are all of 32-bit floats. */
    public static Safetensors read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            SafetensorsHeader header = readHeader(channel, file);
            float[] parameters = new float[header.layout().size()];
            ByteBuffer buffer = littleEndian(BUFFER_BYTES);
            for (int from = 0; from < parameters.length; from += BUFFER_BYTES / Float.BYTES) {
                int length = Math.min(BUFFER_BYTES / Float.BYTES, parameters.length - from);
                readFully(channel, buffer.clear().limit(length * Float.BYTES), file);
                buffer.asFloatBuffer().get(parameters, from, length);
            }
            return new Safetensors(header.layout(), parameters, header.metadata());
        } catch (NoSuchFileException e) {
            throw new ModelException("model file is missing: file=" + file + "; name a folder that training wrote", e);
        }
    }

    private static SafetensorsHeader readHeader(FileChannel channel, Path file) throws IOException {
        long fileBytes = channel.size();
        if (fileBytes < Long.BYTES) {
            throw cutShort(file, fileBytes, Long.BYTES);
        }
        ByteBuffer length = littleEndian(Long.BYTES);
        readFully(channel, length, file);
        long headerBytes = length.getLong();
        if (headerBytes < 2 || headerBytes > MAX_HEADER_BYTES) {
            throw new ModelException(
                    "not a safetensors file: file=" + file + ", header=" + Long.toUnsignedString(headerBytes)
                            + " bytes, most=" + MAX_HEADER_BYTES + "; name a file of that format");
        }
        long dataBytes = fileBytes - Long.BYTES - headerBytes;
        if (dataBytes < 0) {
            throw cutShort(file, fileBytes, Long.BYTES + headerBytes);
        }
        if (dataBytes > Float.BYTES * (long) (Integer.MAX_VALUE - 8)) {
            throw new ModelException("model is too large for one array: file=" + file + ", bytes=" + dataBytes
                    + "; it must be cut into several files");
        }
        ByteBuffer header = ByteBuffer.allocate((int) headerBytes);
        readFully(channel, header, file);
        return SafetensorsHeader.decode(header.array(), dataBytes, file);
    }

    private static void readFully(FileChannel channel, ByteBuffer buffer, Path file) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw cutShort(file, channel.size(), channel.position() + buffer.remaining());
            }
        }
        buffer.flip();
    }

    static ModelException cutShort(Path file, long bytes, long expected) {
        return new ModelException("model file is cut short: file=" + file + ", bytes=" + bytes + ", expected at least "
                + expected + "; copy it again or train again");
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
