package dev.gradus.data.sparse.cache;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes of a cache, even with the right checksums, are refused or are rows. */
class RowCacheFuzz {

    static Stream<byte[]> seeds() {
        RowEncoder encoder = new RowEncoder();
        int[] features = {0, 3, 300, 70_000, 20_000_000};
        float[] values = {1, 0.5f, 1, -3, 1};
        encoder.add(features, values, 0, 5, 1, 1);
        encoder.add(features, values, 2, 3, 0, 2.5f);
        encoder.addInt(0);
        return Stream.of(Arrays.copyOf(encoder.bytes(), encoder.end()));
    }

    @MethodSource("seeds")
    @FuzzTest
    void aChunkIsRefusedOrIsRows(byte[] input) throws IOException {
        Path file = Files.createTempFile("fuzz", ".rows");
        try {
            Files.write(file, input);
            for (int rows = 1; rows <= 66; rows += 13) {
                Chunk chunk = new Chunk(new Piece.Place(0, 0), 0, 0, input.length, rows, 0);
                if (chunk.fits(0, input.length)) {
                    read(file, chunk);
                }
            }
        } finally {
            Files.delete(file);
        }
    }

    private static void read(Path file, Chunk chunk) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            SparseSource.Reader reader = new StoredRows(
                            new StoredRows.Place(file, new FileBytes(file, channel), null), List.of(chunk))
                    .reader();
            for (long first = 0; first < chunk.rows(); first += 20) {
                SparseBlock block = new SparseBlock();
                try {
                    reader.read(first, chunk.rows(), block);
                } catch (DataException e) {
                    continue;
                }
                if (block.rows() != chunk.rows() - first) {
                    throw new AssertionError("rows are missing: " + block.rows());
                }
            }
        }
    }
}
