package dev.gradus.data.text;

import dev.gradus.data.BlockSource;
import dev.gradus.data.DataException;
import java.util.Locale;

/** A corpus in blocks of so many tokens. */
public final class TextBlocks implements BlockSource<TextBlock> {

    private final Corpus corpus;
    private final int size;
    private final int blocks;

    /** Takes over the corpus, which is closed with this. */
    public TextBlocks(Corpus corpus, int size) throws DataException {
        long count = TextBlock.count(corpus, size);
        if (count > Integer.MAX_VALUE) {
            throw new DataException("too many blocks: tokens=" + corpus.length() + ", data.block=" + size
                    + "; use a larger data.block");
        }
        this.corpus = corpus;
        this.size = size;
        this.blocks = (int) count;
    }

    public Vocabulary vocabulary() {
        return corpus.vocabulary();
    }

    @Override
    public int blocks() {
        return blocks;
    }

    @Override
    public long samples() {
        return corpus.words();
    }

    @Override
    public Reader<TextBlock> reader() {
        TextBlock block = new TextBlock(size);
        return (epoch, number) -> {
            block.read(corpus, epoch, number);
            return block;
        };
    }

    @Override
    public String describe() {
        return String.format(
                Locale.ROOT,
                "%,d words, %,d different ones listed, %,d blocks",
                corpus.words(),
                corpus.vocabulary().size(),
                blocks);
    }

    @Override
    public String fingerprint() {
        return corpus.facts();
    }

    @Override
    public void close() {
        corpus.close();
    }
}
