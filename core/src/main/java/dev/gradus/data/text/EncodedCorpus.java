package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Digest;
import dev.gradus.data.files.ReadFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * A corpus in a file of tokens that {@link CorpusEncoder} wrote, mapped into memory. Every checksum is checked when it
 * is opened. The memory is given back when nobody refers to the corpus any more.
 */
final class EncodedCorpus implements Corpus {

    /** A map can have 2 GiB at most. */
    static final int USUAL_MAP_TOKENS = 1 << 28;

    private final Path file;
    private final Vocabulary vocabulary;
    private final long words;
    private final int mapTokens;
    private final ByteBuffer[] maps;
    private final IntBuffer[] tokens;

    /** Where each chunk begins in the file, in tokens. */
    private final long[] places;

    /** Where each chunk begins in the text, in tokens; and behind them the length of the text. */
    private final long[] starts;

    private EncodedCorpus(Path file, FileChannel channel, CorpusHeader header, Vocabulary vocabulary, int mapTokens)
            throws IOException {
        this.file = file;
        this.vocabulary = vocabulary;
        this.words = header.words();
        this.mapTokens = mapTokens;
        this.maps = new ByteBuffer[Math.toIntExact((header.tokens() + mapTokens - 1) / mapTokens)];
        this.tokens = new IntBuffer[maps.length];
        this.places = new long[header.chunks()];
        this.starts = new long[header.chunks() + 1];
        for (int i = 0; i < maps.length; i++) {
            long from = (long) i * mapTokens;
            long count = Math.min(mapTokens, header.tokens() - from);
            maps[i] = channel.map(
                            FileChannel.MapMode.READ_ONLY,
                            CorpusHeader.BYTES + Integer.BYTES * from,
                            Integer.BYTES * count)
                    .order(ByteOrder.LITTLE_ENDIAN);
            tokens[i] = maps[i].asIntBuffer();
        }
    }

    /** Opens the file if it is whole and was made of this text and vocabulary; otherwise says why not. */
    static EncodedCorpus open(Path file, String fingerprint, Vocabulary vocabulary) throws DataException {
        return open(file, fingerprint, vocabulary, USUAL_MAP_TOKENS);
    }

    static EncodedCorpus open(Path file, String fingerprint, Vocabulary vocabulary, int mapTokens)
            throws DataException {
        try (FileChannel channel = FileChannel.open(file)) {
            CorpusHeader header = header(file, channel);
            if (!header.fingerprint().equals(fingerprint)) {
                throw new DataException("encoded corpus is of another text or of other settings: file=" + file);
            }
            if (!header.vocabulary().equals(Digest.of(VocabularyFile.text(vocabulary)))) {
                throw new DataException("encoded corpus has another vocabulary: file=" + file);
            }
            EncodedCorpus corpus = new EncodedCorpus(file, channel, header, vocabulary, mapTokens);
            corpus.check(corpus.readTable(channel, header));
            return corpus;
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new DataException("cannot read encoded corpus: file=" + file + ", " + ReadFailure.reason(e), e);
        }
    }

    @Override
    public Vocabulary vocabulary() {
        return vocabulary;
    }

    @Override
    public long length() {
        return starts[places.length];
    }

    @Override
    public long words() {
        return words;
    }

    @Override
    public void read(long from, int[] into, int count) {
        if (from < 0 || count < 0 || count > into.length || from > length() - count) {
            throw new IllegalArgumentException(
                    "no such tokens: from=" + from + ", count=" + count + ", length=" + length());
        }
        int found = Arrays.binarySearch(starts, from);
        int chunk = found < 0 ? -found - 2 : found;
        for (int done = 0; done < count; chunk++) {
            long inChunk = from + done - starts[chunk];
            int part = (int) Math.min(count - done, starts[chunk + 1] - starts[chunk] - inChunk);
            copy(places[chunk] + inChunk, into, done, part);
            done += part;
        }
    }

    /** There is nothing to close: the JDK unmaps a file when its buffers are collected. */
    @Override
    public void close() {}

    private void copy(long place, int[] into, int at, int count) {
        for (int done = 0; done < count; ) {
            IntBuffer map = tokens[(int) ((place + done) / mapTokens)];
            int index = (int) ((place + done) % mapTokens);
            int part = Math.min(count - done, map.limit() - index);
            map.get(index, into, at + done, part);
            done += part;
        }
    }

    private static CorpusHeader header(Path file, FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(CorpusHeader.BYTES);
        readFully(channel, bytes, 0);
        CorpusHeader header = CorpusHeader.decode(file, bytes.flip());
        if (header.fileBytes() != channel.size()) {
            throw new DataException("encoded corpus is damaged: file=" + file + ", size=" + channel.size()
                    + ", expected=" + header.fileBytes());
        }
        return header;
    }

    /** Reads where chunks are and returns their checksums. */
    private int[] readTable(FileChannel channel, CorpusHeader header) throws IOException {
        ByteBuffer table = ByteBuffer.allocate(Math.multiplyExact(CorpusHeader.ENTRY_BYTES, places.length))
                .order(ByteOrder.LITTLE_ENDIAN);
        readFully(channel, table, header.tableFrom());
        table.flip();
        CRC32C crc = new CRC32C();
        crc.update(table.duplicate());
        boolean sound = (int) crc.getValue() == header.tableCrc();
        int[] checksums = new int[places.length];
        for (int i = 0; i < places.length && sound; i++) {
            places[i] = table.getLong();
            int count = table.getInt();
            checksums[i] = table.getInt();
            sound = count > 0 && places[i] >= 0 && places[i] <= header.tokens() - count;
            starts[i + 1] = starts[i] + count;
        }
        if (!sound || length() != header.tokens()) {
            throw new DataException("encoded corpus is damaged: file=" + file + ", part=table");
        }
        return checksums;
    }

    private void check(int[] checksums) throws DataException {
        OptionalInt damaged = IntStream.range(0, checksums.length)
                .parallel()
                .filter(chunk -> checksum(chunk) != checksums[chunk])
                .min();
        if (damaged.isPresent()) {
            throw new DataException("encoded corpus is damaged: file=" + file + ", chunk=" + damaged.getAsInt());
        }
    }

    private int checksum(int chunk) {
        CRC32C crc = new CRC32C();
        long place = places[chunk];
        for (long left = starts[chunk + 1] - starts[chunk]; left > 0; ) {
            ByteBuffer map = maps[(int) (place / mapTokens)];
            int index = (int) (place % mapTokens);
            int part = (int) Math.min(left, map.limit() / Integer.BYTES - index);
            crc.update(map.slice(Integer.BYTES * index, Integer.BYTES * part));
            place += part;
            left -= part;
        }
        return (int) crc.getValue();
    }

    private static void readFully(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
        while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) >= 0) {}
    }
}
