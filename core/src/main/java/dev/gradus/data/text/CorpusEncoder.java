package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Crew;
import dev.gradus.data.files.Digest;
import dev.gradus.data.files.FilePass;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.WholeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes a text as tokens.
 *
 * <p>Every piece of the text becomes a <em>chunk</em>: its tokens, with {@link Corpus#END} behind the last. Threads
 * write their chunks one behind the other in the order in which they are done, so that nobody waits for anybody; a
 * table at the end of the file has them in the order of the text. A sentence ends where its line ends (with
 * {@code lines}), after {@code sentence} listed words, and at the end of a piece. So nothing that is read back depends
 * on the number of threads.
 */
final class CorpusEncoder {

    /** Where sentences end. */
    record Sentences(int mostWords, boolean lines) {}

    private record Chunk(Piece.Place place, long first, int tokens, int crc) {}

    private static final int BUFFER_BYTES = 1 << 18;

    private final Vocabulary vocabulary;
    private final WordTable table;
    private final Sentences sentences;
    private final Path file;
    private final AtomicLong end = new AtomicLong();

    private CorpusEncoder(Vocabulary vocabulary, Sentences sentences, Path file) {
        this.vocabulary = vocabulary;
        this.sentences = sentences;
        this.file = file;
        this.table = new WordTable(vocabulary.size());
        for (String word : vocabulary.words()) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            table.add(Arrays.copyOf(bytes, bytes.length + Tokenizer.SLACK), 0, bytes.length);
        }
    }

    /** Writes the file, as a whole or not at all. One writer at a time. */
    static void encode(TextJob job, Sentences sentences, Vocabulary vocabulary, String fingerprint, Path file)
            throws DataException {
        CorpusEncoder encoder = new CorpusEncoder(vocabulary, sentences, file);
        WholeFile.write(file, "encoded corpus", channel -> {
            List<Reader> readers = job.pass(() -> new Reader(job.tokenizer(), encoder.new Writer(channel)));
            encoder.finish(channel, readers.stream().map(Reader::writer).toList(), fingerprint);
        });
    }

    /** The same of a text that was kept when it was counted, by as many threads as counted it. */
    static void encode(NumberedText text, Sentences sentences, Vocabulary vocabulary, String fingerprint, Path file)
            throws DataException {
        CorpusEncoder encoder = new CorpusEncoder(vocabulary, sentences, file);
        WholeFile.write(file, "encoded corpus", channel -> {
            List<Writer> writers = new ArrayList<>();
            List<Callable<Void>> tasks = new ArrayList<>();
            for (NumberedText.Share share : text.shares()) {
                Writer writer = encoder.new Writer(channel);
                writers.add(writer);
                tasks.add(() -> writer.write(share));
            }
            Crew.run("gradus-encode", tasks);
            encoder.finish(channel, writers, fingerprint);
        });
    }

    private void finish(FileChannel channel, List<Writer> writers, String fingerprint) throws IOException {
        List<Chunk> chunks = new ArrayList<>();
        long words = 0;
        for (Writer writer : writers) {
            chunks.addAll(writer.chunks);
            words += writer.words;
        }
        if (chunks.isEmpty()) {
            throw new DataException("no word of the text is in the vocabulary: words=" + words + ", vocabulary="
                    + vocabulary.size() + "; was it made with the same data.tokenizer?");
        }
        chunks.sort(Comparator.comparing(Chunk::place));
        ByteBuffer entries = entries(chunks);
        String digest = Digest.of(VocabularyFile.text(vocabulary));
        CorpusHeader header = new CorpusHeader(fingerprint, digest, end.get(), words, chunks.size(), crc(entries));
        WholeFile.writeFully(channel, entries, header.tableFrom());
        WholeFile.writeFully(channel, header.encode(), 0);
    }

    private static ByteBuffer entries(List<Chunk> chunks) {
        ByteBuffer entries = ByteBuffer.allocate(Math.multiplyExact(CorpusHeader.ENTRY_BYTES, chunks.size()))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (Chunk chunk : chunks) {
            entries.putLong(chunk.first()).putInt(chunk.tokens()).putInt(chunk.crc());
        }
        return entries.flip();
    }

    private static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return (int) crc.getValue();
    }

    /** Reads the pieces that one thread gets. */
    private record Reader(Tokenizer tokenizer, Writer writer) implements FilePass.Worker {

        @Override
        public void work(Piece piece) throws DataException {
            PieceWords.scan(piece, tokenizer, writer);
            writer.end(piece.place());
        }
    }

    /** Encodes and writes the pieces that one thread gets. */
    private final class Writer implements WordSink {

        private final FileChannel channel;
        private final int unknown = vocabulary.id(Vocabulary.UNKNOWN);
        private final ByteBuffer buffer =
                ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        private final List<Chunk> chunks = new ArrayList<>();
        private int[] tokens = new int[1 << 18];
        private int length;
        private int sentenceFrom;
        private long words;

        Writer(FileChannel channel) {
            this.channel = channel;
        }

        /** Writes a share of a text that was kept, whose words are looked up once and not wherever they stand. */
        @Nullable
        Void write(NumberedText.Share share) throws DataException {
            int[] ids = new int[share.table().size()];
            for (int number = 0; number < ids.length; number++) {
                ids[number] = table.find(share.table(), number);
            }
            for (NumberedText.Part part : share.parts()) {
                for (int number : part.numbers) {
                    if (number == NumberedText.LINE) {
                        line();
                    } else {
                        word(ids[number]);
                    }
                }
                end(part.place);
            }
            return null;
        }

        /** Ends a piece. */
        void end(Piece.Place place) throws DataException {
            endSentence();
            if (length > 0) {
                long first = end.getAndAdd(length);
                try {
                    chunks.add(new Chunk(place, first, length, write(first)));
                } catch (IOException e) {
                    throw WholeFile.failure(file, "encoded corpus", e);
                }
            }
            length = 0;
            sentenceFrom = 0;
        }

        @Override
        public void word(byte[] bytes, int from, int count) {
            word(table.find(bytes, from, count));
        }

        private void word(int found) {
            words++;
            int id = found < 0 ? unknown : found;
            if (id >= 0) {
                append(id);
                if (length - sentenceFrom == sentences.mostWords()) {
                    endSentence();
                }
            }
        }

        @Override
        public void line() {
            if (sentences.lines()) {
                endSentence();
            }
        }

        private void endSentence() {
            if (length > sentenceFrom) {
                append(Corpus.END);
                sentenceFrom = length;
            }
        }

        private void append(int token) {
            if (length == tokens.length) {
                tokens = Arrays.copyOf(tokens, 2 * tokens.length);
            }
            tokens[length++] = token;
        }

        /** Writes the tokens to their place and returns their checksum. */
        private int write(long first) throws IOException {
            CRC32C crc = new CRC32C();
            long position = CorpusHeader.BYTES + Integer.BYTES * first;
            for (int from = 0; from < length; from += BUFFER_BYTES / Integer.BYTES) {
                int count = Math.min(BUFFER_BYTES / Integer.BYTES, length - from);
                buffer.clear().limit(Integer.BYTES * count);
                buffer.asIntBuffer().put(tokens, from, count);
                crc.update(buffer);
                position = WholeFile.writeFully(channel, buffer.rewind(), position);
            }
            return (int) crc.getValue();
        }
    }
}
