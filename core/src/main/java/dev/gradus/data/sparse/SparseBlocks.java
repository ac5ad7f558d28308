package dev.gradus.data.sparse;

import dev.gradus.data.BlockSource;
import dev.gradus.data.DataException;
import java.util.Locale;

/** The rows of one part of a set in blocks. */
public final class SparseBlocks implements BlockSource<SparseBlock> {

    /** How rows are cut: into batches of so many, and each batch into so many parts, as evenly as that goes. */
    public record Cut(int batch, int parts) {}

    private final SparseSet set;
    private final SparseSource rows;
    private final Cut cut;
    private final int blocks;

    private SparseBlocks(SparseSet set, SparseSource rows, Cut cut) throws DataException {
        long count = (rows.rows() + cut.batch() - 1) / cut.batch() * cut.parts();
        if (count > Integer.MAX_VALUE) {
            throw new DataException("too many blocks: rows=" + rows.rows() + ", rows of a batch=" + cut.batch()
                    + ", parts of each=" + cut.parts() + "; use larger ones");
        }
        this.set = set;
        this.rows = rows;
        this.cut = cut;
        this.blocks = (int) count;
    }

    /** The rows to train on. */
    public static SparseBlocks train(SparseSet set, Cut cut) throws DataException {
        return new SparseBlocks(set, set.train(), cut);
    }

    /** The rows held out. */
    public static SparseBlocks test(SparseSet set, Cut cut) throws DataException {
        return new SparseBlocks(set, set.test(), cut);
    }

    @Override
    public int blocks() {
        return blocks;
    }

    @Override
    public long samples() {
        return rows.rows();
    }

    @Override
    public long samplesBefore(long block) {
        long first = block / cut.parts() * cut.batch();
        long size = Math.min(cut.batch(), Math.max(0, samples() - first));
        return Math.min(samples(), first) + size * (block % cut.parts()) / cut.parts();
    }

    @Override
    public Reader<SparseBlock> reader() {
        SparseSource.Reader reader = rows.reader();
        SparseBlock block = new SparseBlock();
        return (epoch, number) -> {
            block.clear();
            reader.read(samplesBefore(number), samplesBefore(number + 1), block);
            return block;
        };
    }

    @Override
    public String describe() {
        return String.format(
                Locale.ROOT,
                "%,d rows with %s, %,d rows held out",
                set.train().rows(),
                set.features().describe(),
                set.test().rows());
    }

    @Override
    public String fingerprint() {
        return set.facts();
    }

    @Override
    public void close() {
        rows.close();
    }
}
