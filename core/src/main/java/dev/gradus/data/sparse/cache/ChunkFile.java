package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.WholeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A file to which threads add chunks, one behind the other in the order in which they are done. */
final class ChunkFile {

    private final Path path;
    private final String what;
    private final FileChannel channel;
    private final AtomicLong end;
    private final List<Chunk> chunks = new ArrayList<>();

    /** Writes behind the first {@code from} bytes of a file; {@code what} it is, for messages. */
    ChunkFile(Path path, String what, FileChannel channel, long from) {
        this.path = path;
        this.what = what;
        this.channel = channel;
        this.end = new AtomicLong(from);
    }

    /** Writes bytes and returns their place. */
    long write(ByteBuffer bytes) throws DataException {
        long offset = end.getAndAdd(bytes.remaining());
        try {
            WholeFile.writeFully(channel, bytes, offset);
        } catch (IOException e) {
            throw WholeFile.failure(path, what, e);
        }
        return offset;
    }

    synchronized void add(Chunk chunk) {
        chunks.add(chunk);
    }

    /** All chunks as they stand in the source. */
    synchronized List<Chunk> ordered() {
        return chunks.stream().sorted(Chunk.ORDER).toList();
    }

    long end() {
        return end.get();
    }
}
