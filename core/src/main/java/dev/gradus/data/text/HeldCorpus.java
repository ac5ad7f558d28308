package dev.gradus.data.text;

import dev.gradus.data.DataException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The tokens of another corpus in memory, for one whose tokens take long to make. Immutable. */
public final class HeldCorpus implements Corpus {

    /** Tokens that are held at most: 256 MB. A longer corpus is read where it is. */
    private static final long MOST = 1 << 26;

    private static final int CHUNK = 1 << 18;

    private final Corpus source;
    private final int[] tokens;

    private HeldCorpus(Corpus source, int[] tokens) {
        this.source = source;
        this.tokens = tokens;
    }

    /** The corpus itself if it is too long, else its tokens, read on all cores. */
    public static Corpus hold(Corpus source) throws DataException {
        if (source.length() > MOST) {
            return source;
        }
        int[] tokens = new int[(int) source.length()];
        int chunks = (tokens.length + CHUNK - 1) / CHUNK;
        Optional<DataException> failure = IntStream.range(0, chunks)
                .parallel()
                .mapToObj(chunk -> copy(source, tokens, chunk * CHUNK))
                .flatMap(Optional::stream)
                .findFirst();
        if (failure.isPresent()) {
            throw failure.get();
        }
        return new HeldCorpus(source, tokens);
    }

    private static Optional<DataException> copy(Corpus source, int[] tokens, int from) {
        int[] chunk = new int[Math.min(CHUNK, tokens.length - from)];
        try {
            source.read(from, chunk, chunk.length);
        } catch (DataException e) {
            return Optional.of(e);
        }
        System.arraycopy(chunk, 0, tokens, from, chunk.length);
        return Optional.empty();
    }

    @Override
    public Vocabulary vocabulary() {
        return source.vocabulary();
    }

    @Override
    public long length() {
        return tokens.length;
    }

    @Override
    public long words() {
        return source.words();
    }

    @Override
    public void read(long from, int[] into, int count) {
        System.arraycopy(tokens, (int) from, into, 0, count);
    }

    @Override
    public List<String> questions() {
        return source.questions();
    }

    @Override
    public void close() {
        source.close();
    }
}
