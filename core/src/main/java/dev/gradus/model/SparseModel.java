package dev.gradus.model;

import dev.gradus.data.sparse.SparseBlock;
import java.util.List;

/** A model that has a weight for each feature of sparse rows. */
public interface SparseModel extends TableModel<SparseBlock> {

    /** What its parameters say, without what an update rule remembers. Reads them where they are. */
    interface Weights {

        float bias();

        /** Puts the weights of the features from one to another into an array, from its first element on. */
        void copy(int from, int to, float[] into);
    }

    /** How many features there are. */
    int features();

    Weights weights(float[] parameters);

    @Override
    default List<Table> tables(float[] parameters) {
        Weights weights = weights(parameters);
        float[] values = new float[features()];
        weights.copy(0, values.length, values);
        return List.of(Table.of("bias", 1, new float[] {weights.bias()}), Table.of("weights", 1, values));
    }
}
