package dev.gradus.model.vectors;

import dev.gradus.data.text.Vocabulary;
import dev.gradus.math.Kernels;
import dev.gradus.model.Table;

/** A vector for each word of a vocabulary. Immutable as long as nobody writes to the table, which is not copied. */
public final class WordVectors {

    private final Vocabulary vocabulary;
    private final Table table;

    public WordVectors(Vocabulary vocabulary, Table table) {
        if (table.rows() != vocabulary.size()) {
            throw new IllegalArgumentException(
                    "words and vectors differ in number: words=" + vocabulary.size() + ", vectors=" + table.rows());
        }
        this.vocabulary = vocabulary;
        this.table = table;
    }

    public Vocabulary vocabulary() {
        return vocabulary;
    }

    /** How many words there are. */
    public int size() {
        return table.rows();
    }

    public int dimension() {
        return table.width();
    }

    public Table table() {
        return table;
    }

    /** The cosine of the angle between the vectors of two words; 0 if one of them has no direction. */
    public double similarity(int a, int b) {
        double product = norm(a) * norm(b);
        return product == 0 ? 0 : dot(a, b) / product;
    }

    /** Adds the vector of a word, at unit length and times {@code factor}, to a query. */
    public void addUnitInto(float[] query, int at, int id, double factor) {
        double norm = norm(id);
        double scale = norm == 0 ? 0 : factor / norm;
        int from = table.at(id);
        for (int j = 0; j < table.width(); j++) {
            query[at + j] += (float) (scale * table.values()[from + j]);
        }
    }

    /** Finds words near to a query among the first {@code words}; makes a copy of those at unit length. */
    public Neighbours neighbours(int words, Kernels kernels) {
        return new Neighbours(UnitTiles.of(this, Math.min(words, size())), kernels);
    }

    double norm(int id) {
        return Math.sqrt(dot(id, id));
    }

    /** In double precision: squares of floats overflow at 2e19. */
    private double dot(int a, int b) {
        float[] x = table.values();
        int i = table.at(a);
        int j = table.at(b);
        double sum = 0;
        for (int k = 0; k < table.width(); k++) {
            sum += (double) x[i + k] * x[j + k];
        }
        return sum;
    }
}
