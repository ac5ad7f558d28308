package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Crew;
import dev.gradus.data.files.Digest;
import dev.gradus.data.files.ReadFailure;
import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Opens row caches. Every checksum is checked. */
final class CacheReader {

    /** A set and how many rows of its source were skipped. */
    record Found(SparseSet set, long skipped) {}

    private static final int STEP_INTS = 1 << 16;
    private static final int CHECKED_AT_ONCE = 1 << 18;

    private final Path file;
    private final FileBytes bytes;
    private final CacheHeader header;

    private CacheReader(Path file, FileBytes bytes, CacheHeader header) {
        this.file = file;
        this.bytes = bytes;
        this.header = header;
    }

    /** Opens the file if it is whole and was made of this source; otherwise says why not. */
    static Found open(Path file, String fingerprint) throws DataException {
        try {
            FileChannel channel = FileChannel.open(file);
            try {
                CacheHeader header = header(file, channel, fingerprint);
                return new CacheReader(file, new FileBytes(file, channel), header).read();
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new DataException("cannot read row cache: file=" + file + ", " + ReadFailure.reason(e), e);
        }
    }

    private static CacheHeader header(Path file, FileChannel channel, String fingerprint) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(CacheHeader.BYTES);
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {}
        CacheHeader header = CacheHeader.decode(file, bytes.flip());
        if (!header.fingerprint().equals(fingerprint)) {
            throw new DataException("row cache is of another source or of other settings: file=" + file);
        }
        if (!header.isPlausible()) {
            throw new DataException("row cache is damaged: file=" + file + ", part=header");
        }
        if (header.fileBytes() != channel.size()) {
            throw new DataException("row cache is damaged: file=" + file + ", size=" + channel.size() + ", expected="
                    + header.fileBytes());
        }
        return header;
    }

    private Found read() throws DataException {
        List<Chunk> chunks = table();
        CheckedFiles.check(file, () -> checkChunks(chunks));
        int train = header.table().train();
        FeatureList features = features();
        StoredRows.Place place = new StoredRows.Place(file, bytes, index(features));
        SparseSet set = new SparseSet(
                features,
                new StoredRows(place, chunks.subList(0, train)),
                new StoredRows(place, chunks.subList(train, chunks.size())),
                content(chunks));
        return new Found(set, header.skipped());
    }

    private void checkChunks(List<Chunk> chunks) throws DataException {
        AtomicInteger next = new AtomicInteger();
        AtomicInteger damaged = new AtomicInteger(Integer.MAX_VALUE);
        int threads = Runtime.getRuntime().availableProcessors();
        Crew.run("gradus-check", Collections.nCopies(threads, () -> {
            byte[] memory = new byte[CHECKED_AT_ONCE];
            for (int i; (i = next.getAndIncrement()) < chunks.size(); ) {
                Chunk chunk = chunks.get(i);
                if (bytes.crc(chunk.offset(), chunk.bytes(), memory) != chunk.crc()) {
                    damaged.accumulateAndGet(i, Math::min);
                }
            }
            return null;
        }));
        if (damaged.get() < Integer.MAX_VALUE) {
            throw new DataException("row cache is damaged: file=" + file + ", chunk=" + damaged.get());
        }
    }

    private List<Chunk> table() throws DataException {
        long length = (long) Chunk.ENTRY_BYTES * header.chunks();
        if (bytes.crc(header.tableFrom(), length) != header.table().crc()) {
            throw damaged("table");
        }
        ByteBuffer table = bytes.slice(header.tableFrom(), Math.toIntExact(length));
        List<Chunk> chunks = new ArrayList<>(header.chunks());
        for (int i = 0; i < header.chunks(); i++) {
            Chunk chunk = Chunk.readFrom(table, i < header.table().train() ? 0 : 1, i);
            if (!chunk.fits(CacheHeader.BYTES, header.chunksTo())) {
                throw damaged("table");
            }
            chunks.add(chunk);
        }
        return chunks;
    }

    private FeatureList features() throws DataException {
        int count = header.features().count();
        if (bytes.crc(header.chunksTo(), (long) Integer.BYTES * count)
                != header.features().crc()) {
            throw damaged("features");
        }
        int[] ids = new int[count];
        byte[] memory = new byte[Integer.BYTES * Math.min(STEP_INTS, count)];
        for (int from = 0; from < count; from += STEP_INTS) {
            int step = Math.min(STEP_INTS, count - from);
            bytes.copy(header.chunksTo() + (long) Integer.BYTES * from, memory, Integer.BYTES * step);
            ByteBuffer.wrap(memory).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(ids, from, step);
        }
        return new FeatureList(ids, header.space());
    }

    private @Nullable FeatureIndex index(FeatureList features) throws DataException {
        int frequent = header.features().frequent();
        if (frequent == CacheHeader.Features.ALL_PLACES) {
            return null;
        }
        for (int place = frequent; place < features.size(); place++) {
            if (features.id(place) < 0 || (place > frequent && features.id(place) <= features.id(place - 1))) {
                throw damaged("features");
            }
        }
        return new FeatureIndex(features.ids(), frequent);
    }

    /** Equal for equal features and rows, whatever they were made of and in which order they stand in the file. */
    private String content(List<Chunk> chunks) {
        ByteBuffer bytes = ByteBuffer.allocate(5 * Integer.BYTES + 2 * Integer.BYTES * chunks.size());
        bytes.putLong(header.space())
                .putInt(header.features().crc())
                .putInt(header.features().frequent())
                .putInt(header.table().train());
        for (Chunk chunk : chunks) {
            bytes.putInt(chunk.rows()).putInt(chunk.crc());
        }
        return Digest.of(bytes.array()).substring(0, 16);
    }

    private DataException damaged(String part) {
        return new DataException("row cache is damaged: file=" + file + ", part=" + part);
    }
}
