package dev.gradus.data;

/**
 * Data cut into numbered blocks, which are the same for everybody. Any thread may use it.
 *
 * @param <B> what a block is
 */
public interface BlockSource<B> extends AutoCloseable {

    /** How many blocks an epoch has. */
    int blocks();

    /** How many samples (words, rows) all blocks have together. */
    long samples();

    /** How many samples the blocks before that one have; blocks of one source count as equally long. */
    default long samplesBefore(long block) {
        // Quotient and rest apart, since the product may not fit a long.
        return samples() / blocks() * block + samples() % blocks() * block / blocks();
    }

    /** A reader for one thread. */
    Reader<B> reader();

    /** What it is, on one line for people. */
    String describe();

    /** Text that is equal for equal data. */
    String fingerprint();

    @Override
    void close();

    /**
     * Reads blocks in any order.
     *
     * @param <B> what a block is
     */
    interface Reader<B> {

        /** The block of that number, in memory that the next read fills anew. */
        B read(int epoch, long number) throws DataException;
    }
}
