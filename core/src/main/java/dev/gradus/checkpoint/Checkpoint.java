package dev.gradus.checkpoint;

import dev.gradus.math.ParametersHash;
import dev.gradus.model.Layout;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a run needs to go on where it was: the place, the keys that decide its result, the parameters, and what the
 * update rule remembers. The same bytes stand in a file and travel between processes.
 */
public final class Checkpoint {

    /** More than the longest job and thousands of blocks take. */
    private static final long MOST_HEADER_BYTES = 16 << 20;

    private static final int BUFFER_BYTES = 1 << 20;

    private final Place place;
    private final String job;
    private final Layout layout;
    private final float[] parameters;
    private final List<float[]> state;

    /** Keeps the arrays, not copies. {@code job} is JSON: the keys that decide the result, with their values. */
    public Checkpoint(Place place, String job, Layout layout, float[] parameters, List<float[]> state) {
        this.place = place;
        this.job = job;
        this.layout = layout;
        this.parameters = parameters;
        this.state = List.copyOf(state);
        for (float[] array : arrays()) {
            if (array.length != layout.size()) {
                throw new IllegalArgumentException(
                        "array does not fit the layout: length=" + array.length + ", layout=" + layout.size());
            }
        }
    }

    public Place place() {
        return place;
    }

    /** The keys that decide the result, with their values, as JSON. */
    public String job() {
        return job;
    }

    public Layout layout() {
        return layout;
    }

    public float[] parameters() {
        return parameters;
    }

    /** The arrays of the update rule, in its order. */
    public List<float[]> state() {
        return state;
    }

    private List<float[]> arrays() {
        List<float[]> arrays = new ArrayList<>(List.of(parameters));
        arrays.addAll(state);
        return arrays;
    }

    private CheckpointHeader header() {
        return new CheckpointHeader(place, job, ParametersHash.of(parameters), layout, state.size());
    }

    /** How many bytes {@link #write} writes. */
    public long bytes() {
        CheckpointHeader header = header();
        return Long.BYTES + header.encode().length + header.dataBytes();
    }

    public void write(OutputStream out) throws IOException {
        MessageDigest digest = sha256();
        OutputStream hashed = new DigestOutputStream(out, digest);
        byte[] header = header().encode();
        byte[] buffer = new byte[BUFFER_BYTES];
        littleEndian(buffer).putLong(header.length);
        hashed.write(buffer, 0, Long.BYTES);
        hashed.write(header);
        for (float[] array : arrays()) {
            for (int from = 0; from < array.length; from += BUFFER_BYTES / Float.BYTES) {
                int length = Math.min(BUFFER_BYTES / Float.BYTES, array.length - from);
                littleEndian(buffer).asFloatBuffer().put(array, from, length);
                hashed.write(buffer, 0, length * Float.BYTES);
            }
        }
        out.write(digest.digest());
    }

    /**
     * Reads a checkpoint of so many bytes and checks every one of them. {@code source} says in messages where they come
     * from. No more memory is taken than there are bytes.
     */
    public static Checkpoint read(InputStream in, long bytes, String source) throws IOException {
        MessageDigest digest = sha256();
        InputStream hashed = new DigestInputStream(in, digest);
        CheckpointHeader header = readHeader(hashed, bytes, source);
        List<float[]> arrays = new ArrayList<>();
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int i = 0; i <= header.states(); i++) {
            arrays.add(readFloats(hashed, header.layout().size(), buffer, source));
        }
        byte[] expected = digest.digest();
        if (!MessageDigest.isEqual(expected, in.readNBytes(CheckpointHeader.SHA_BYTES))) {
            throw new CheckpointException("checkpoint is damaged: " + source + ", its SHA-256 differs");
        }
        return new Checkpoint(
                header.place(), header.job(), header.layout(), arrays.get(0), arrays.subList(1, arrays.size()));
    }

    private static CheckpointHeader readHeader(InputStream in, long bytes, String source) throws IOException {
        byte[] prefix = in.readNBytes(Long.BYTES);
        long length = prefix.length < Long.BYTES ? -1 : littleEndian(prefix).getLong();
        if (length < 0 || length > Math.min(MOST_HEADER_BYTES, bytes - Long.BYTES)) {
            throw new CheckpointException("no checkpoint, or one that is cut short: " + source + ", bytes=" + bytes
                    + ", header=" + Long.toUnsignedString(length));
        }
        CheckpointHeader header = CheckpointHeader.decode(in.readNBytes((int) length), source);
        long expected = Long.BYTES + length + header.dataBytes();
        if (bytes != expected) {
            throw new CheckpointException(
                    "checkpoint has the wrong length: " + source + ", bytes=" + bytes + ", expected=" + expected);
        }
        return header;
    }

    private static float[] readFloats(InputStream in, int count, byte[] buffer, String source) throws IOException {
        float[] floats = new float[count];
        for (int from = 0; from < count; from += buffer.length / Float.BYTES) {
            int length = Math.min(buffer.length / Float.BYTES, count - from);
            if (in.readNBytes(buffer, 0, length * Float.BYTES) < length * Float.BYTES) {
                throw new CheckpointException("checkpoint ends too soon: " + source);
            }
            littleEndian(buffer).asFloatBuffer().get(floats, from, length);
        }
        return floats;
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
