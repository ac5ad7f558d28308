package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.metrics.WriteFailure;
import dev.gradus.model.DurableFile;
import dev.gradus.model.ModelException;
import dev.gradus.model.vectors.WordVectors;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Word vectors in the file formats of word2vec, which most tools open: text or binary, with a header or without. */
public final class Word2vecFile {

    /** More than the first row of a binary file of the largest dimension. */
    private static final int BUFFER_BYTES = 1 << 20;

    /** Rows that one thread turns into bytes at a time. */
    private static final int ROWS_AT_ONCE = 512;

    private Word2vecFile() {}

    /** Reads a file; finds out by itself how it was written. */
    public static WordVectors read(Path file) throws DataException {
        if (Files.isDirectory(file)) {
            throw new DataException("not a file: file=" + file + "; name a word2vec file");
        }
        try (ByteSource in = ByteSource.open(file, BUFFER_BYTES)) {
            Word2vecHead head = Word2vecHead.of(in.start(), Files.size(file), file);
            in.skip(head.bytes());
            return head.binary() ? new Word2vecBinary(in, head, file).read() : new Word2vecText(in, head, file).read();
        } catch (NoSuchFileException e) {
            throw new DataException("file not found: file=" + file, e);
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new DataException("cannot read file: file=" + file + ", " + e.getMessage(), e);
        }
    }

    /** Replaces a file as a whole; when something fails nothing is left behind. */
    public static void write(WordVectors vectors, Path file, Word2vecFormat format) throws IOException {
        try {
            DurableFile.replace(file, channel -> write(vectors, channel, format));
        } catch (ModelException e) {
            throw e;
        } catch (IOException e) {
            throw new ModelException("cannot write file: file=" + file + ", " + WriteFailure.reason(e), e);
        }
    }

    /** Rows are turned into bytes by all threads, and written in order. */
    private static void write(WordVectors vectors, FileChannel channel, Word2vecFormat format) throws IOException {
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
        if (format.header()) {
            out.write((vectors.size() + " " + vectors.dimension() + "\n").getBytes(StandardCharsets.US_ASCII));
        }
        Word2vecRows rows = new Word2vecRows(vectors, format);
        int parts = 4 * Runtime.getRuntime().availableProcessors();
        for (int from = 0; from < vectors.size(); from += parts * ROWS_AT_ONCE) {
            int start = from;
            List<byte[]> written = IntStream.range(0, parts)
                    .parallel()
                    .mapToObj(part -> rows.bytes(start + part * ROWS_AT_ONCE, start + (part + 1) * ROWS_AT_ONCE))
                    .toList();
            for (byte[] part : written) {
                out.write(part);
            }
        }
        out.flush();
    }
}
