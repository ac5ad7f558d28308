package dev.gradus.data.sparse.format;

/** Looks at lines that are not parsed yet, to know how many features there are. Of one thread. */
interface LineLook {

    /** Whether a part of a line may be a comment, which such a look cannot tell from the rest. */
    default boolean mayHaveComments() {
        return false;
    }

    /** Looks at the line from one place to another, without its end. */
    void line(byte[] bytes, int from, int to);

    /** A number that all features of these lines are less than. */
    long space();

    /** A look at lines whose features are known to be less than a number. */
    static LineLook at(long space) {
        return new LineLook() {
            @Override
            public void line(byte[] bytes, int from, int to) {}

            @Override
            public long space() {
                return space;
            }
        };
    }
}
