package dev.gradus.data.sparse.cache;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.params.provider.MethodSource;

/** Any file is refused as a cache, or is a set; also if the checksum of its header is right. */
class CacheFileFuzz {

    private static final String FINGERPRINT = "00".repeat(32);
    private static final int CRC_AT = 12;
    private static final int CHECKED_FROM = 16;

    static Stream<byte[]> seeds() {
        CRC32C none = new CRC32C();
        CacheHeader empty = new CacheHeader(
                FINGERPRINT,
                9,
                0,
                CacheHeader.BYTES,
                new CacheHeader.Features(0, (int) none.getValue(), 0),
                new CacheHeader.Table(0, 0, (int) none.getValue()));
        return Stream.of(bytes(empty), Arrays.copyOf(bytes(empty), 200));
    }

    private static byte[] bytes(CacheHeader header) {
        ByteBuffer encoded = header.encode();
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    @MethodSource("seeds")
    @FuzzTest
    void aFileIsRefusedOrIsASet(byte[] input) throws IOException {
        Path file = Files.createTempFile("fuzz", ".rows");
        try {
            open(file, input);
            if (input.length >= CacheHeader.BYTES) {
                open(file, repaired(input));
            }
        } finally {
            Files.delete(file);
        }
    }

    private static byte[] repaired(byte[] input) {
        byte[] bytes = input.clone();
        CRC32C crc = new CRC32C();
        crc.update(bytes, CHECKED_FROM, CacheHeader.BYTES - CHECKED_FROM);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(CRC_AT, (int) crc.getValue());
        return bytes;
    }

    private static void open(Path file, byte[] bytes) throws IOException {
        Files.write(file, bytes);
        try (SparseSet set = CacheReader.open(file, FINGERPRINT).set()) {
            if (set.train().rows() < 0 || set.test().rows() < 0) {
                throw new AssertionError("no such number of rows: " + set);
            }
        } catch (DataException e) {
            return; // as it should be
        }
    }
}
