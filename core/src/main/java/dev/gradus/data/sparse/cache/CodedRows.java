package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows that go straight into a row cache as they are read, since it is known beforehand which features are frequent.
 * Threads put them in through a {@link Writer} each. What is read back does not depend on the number of threads.
 */
public final class CodedRows {

    /** Pieces that a file has at most, so that file and piece fit one number. */
    private static final int PIECE_BITS = 40;

    private final ChunkFile file;
    private final FrequentFeatures frequent;
    private final List<FeatureMarks> marks = new ArrayList<>();

    CodedRows(ChunkFile file, FrequentFeatures frequent) {
        this.file = file;
        this.frequent = frequent;
    }

    /** A writer for one thread, of rows to train on or of such that are held out. Writers are made by one. */
    public Writer writer(boolean test) {
        FeatureMarks marked = new FeatureMarks();
        if (!test) {
            marks.add(marked);
        }
        return new Writer(test, marked);
    }

    /** The features of the rows to train on: frequent ones, then the others by number. */
    FeatureList features(long space) {
        FeatureMarks all = new FeatureMarks();
        marks.forEach(all::addAll);
        int[] ids = Arrays.copyOf(frequent.ids(), Math.addExact(frequent.size(), all.count()));
        all.copyTo(ids, frequent.size());
        return new FeatureList(ids, space);
    }

    /** How many rows there are to train on (0), or held out (1). */
    long rows(int part) {
        return file.ordered().stream()
                .filter(chunk -> chunk.place().file() == part)
                .mapToLong(Chunk::rows)
                .sum();
    }

    /** Puts the rows of one thread in. */
    public final class Writer {

        private final int part;
        private final FeatureMarks marked;
        private final ChunkWriter chunks = new ChunkWriter(file);
        private final RowParter rows = new RowParter(chunks, FeatureIndex.border(frequent.size()));
        private int[] others = new int[0];

        private Writer(boolean test, FeatureMarks marked) {
            this.part = test ? 1 : 0;
            this.marked = marked;
        }

        /** Begins with the rows of another place; those of one place stay together. */
        public void begin(Piece.Place place) {
            chunks.begin(new Piece.Place(part, (long) place.file() << PIECE_BITS | place.number()));
        }

        /** Adds rows; the block has other features afterwards. */
        public void add(SparseBlock block) throws DataException {
            if (others.length <= block.entries()) {
                others = new int[block.features().length + 1];
            }
            rows.note(block);
            frequent.toCodes(block, marked, others);
            rows.write(block);
        }

        /** Ends the rows of a place. */
        public void end() throws DataException {
            chunks.end();
        }
    }
}
