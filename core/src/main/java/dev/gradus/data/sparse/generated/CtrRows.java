package dev.gradus.data.sparse.generated;

import dev.gradus.data.sparse.SparseSource;

/** A range of the rows of a recipe: nothing is stored, and any part of it is made when it is read. */
public record CtrRows(CtrRecipe recipe, long first, long rows) implements SparseSource {

    @Override
    public Reader reader() {
        return (from, to, into) -> {
            if (from < 0 || to < from || to > rows) {
                throw new IllegalArgumentException("no such rows: from=" + from + ", to=" + to + ", rows=" + rows);
            }
            recipe.read(first + from, first + to, into);
        };
    }

    /** What the hidden model scores on these rows: no learner is better but by chance. */
    public Truth truth() {
        return Truth.of(this);
    }

    @Override
    public void close() {}
}
