package dev.gradus.data.sparse;

import dev.gradus.data.BlockSource;
import dev.gradus.data.DataException;
import java.util.Locale;

/** The rows of a set to train on, in blocks of so many. */
public final class SparseBlocks implements BlockSource<SparseBlock> {

    private final SparseSet set;
    private final int size;
    private final int blocks;

    /** Takes over the set, which is closed with this. */
    public SparseBlocks(SparseSet set, int size) throws DataException {
        long count = (set.train().rows() + size - 1) / size;
        if (count > Integer.MAX_VALUE) {
            throw new DataException("too many blocks: rows=" + set.train().rows() + ", rows of a block=" + size
                    + "; use larger blocks");
        }
        this.set = set;
        this.size = size;
        this.blocks = (int) count;
    }

    @Override
    public int blocks() {
        return blocks;
    }

    @Override
    public long samples() {
        return set.train().rows();
    }

    @Override
    public long samplesBefore(long block) {
        return Math.min(samples(), block * size);
    }

    @Override
    public Reader<SparseBlock> reader() {
        SparseSource.Reader rows = set.train().reader();
        SparseBlock block = new SparseBlock();
        return (epoch, number) -> {
            block.clear();
            rows.read(number * size, Math.min(samples(), (number + 1) * size), block);
            return block;
        };
    }

    @Override
    public String describe() {
        return String.format(
                Locale.ROOT,
                "%,d rows, %,d features of %,d occur, %,d rows held out",
                samples(),
                set.features().size(),
                set.features().space(),
                set.test().rows());
    }

    @Override
    public String fingerprint() {
        return samples() + " rows, " + set.features().size() + " features, " + set.fingerprint();
    }

    @Override
    public void close() {
        set.close();
    }
}
