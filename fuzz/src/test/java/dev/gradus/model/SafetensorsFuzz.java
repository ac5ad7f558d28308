package dev.gradus.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any file is refused, or is a model whose header is the same after it was written and read again. */
class SafetensorsFuzz {

    private static final int DATA = 24;

    static Stream<byte[]> seeds() {
        return Stream.of(
                        "{\"w\": {\"dtype\": \"F32\", \"shape\": [2, 3], \"data_offsets\": [0, 24]}}",
                        "{\"__metadata__\": {\"a\": \"b\"},"
                                + " \"a\": {\"dtype\": \"F32\", \"shape\": [4], \"data_offsets\": [0, 16]},"
                                + " \"b\": {\"dtype\": \"F32\", \"shape\": [2], \"data_offsets\": [16, 24]}}",
                        "{\"w\": {\"dtype\": \"F32\", \"shape\": [0, 5], \"data_offsets\": [0, 0]}}",
                        "{}")
                .map(text -> text.getBytes(UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void aFileIsRefusedOrIsAModel(byte[] input) throws IOException {
        decode(input);
        Path file = Files.createTempFile("fuzz", ".safetensors");
        try {
            read(file, input);
            read(file, withLengthAndData(input));
        } finally {
            Files.delete(file);
        }
    }

    private static void decode(byte[] input) throws IOException {
        SafetensorsHeader header;
        try {
            header = SafetensorsHeader.decode(input, DATA, Path.of("input"));
        } catch (IOException e) {
            return;
        }
        if (!SafetensorsHeader.decode(header.encode(), DATA, Path.of("again")).equals(header)) {
            throw new AssertionError("not what was written: " + header);
        }
    }

    /** The input as a header whose length is right, with as much behind it as the seeds say. */
    private static byte[] withLengthAndData(byte[] header) {
        return ByteBuffer.allocate(Long.BYTES + header.length + DATA)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header.length)
                .put(header)
                .array();
    }

    private static void read(Path file, byte[] bytes) throws IOException {
        Files.write(file, bytes);
        Safetensors model;
        try {
            model = Safetensors.read(file);
        } catch (IOException e) {
            return;
        }
        if (model.parameters().length != model.layout().size()) {
            throw new AssertionError("layout does not fit: " + model.layout());
        }
    }
}
