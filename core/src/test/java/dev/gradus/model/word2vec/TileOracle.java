package dev.gradus.model.word2vec;

/** What becomes of a tile, computed pair by pair in double precision before a kernel changes it. */
final class TileOracle {

    final double[][] rows;
    final double[][] columns;
    double loss;
    private final Tile tile;
    private final double rate;

    TileOracle(Tile tile, double rate) {
        this.tile = tile;
        this.rate = rate;
        this.rows = new double[tile.rowCount()][];
        for (int row = 0; row < rows.length; row++) {
            rows[row] = read(tile.rows(), tile.rowAt()[row]);
        }
        this.columns = new double[tile.columnCount()][];
        for (int column = 0; column < columns.length; column++) {
            columns[column] = read(tile.table(), tile.columnAt()[column]);
        }
        if (tile.hiddenCount() == 0) {
            addInto(rows, changes(rows));
        } else {
            learnHidden();
        }
    }

    private double[] read(float[] values, int at) {
        double[] copy = new double[tile.stride()];
        for (int d = 0; d < copy.length; d++) {
            copy[d] = values[at + d];
        }
        return copy;
    }

    private void learnHidden() {
        double[][] hidden = new double[tile.hiddenCount()][tile.stride()];
        for (int h = 0; h < hidden.length; h++) {
            for (int row = 0; row < rows.length; row++) {
                add(hidden[h], tile.scales()[h] * share(row, h), rows[row]);
            }
        }
        double[][] changes = changes(hidden);
        for (int row = 0; row < rows.length; row++) {
            for (int h = 0; h < hidden.length; h++) {
                add(rows[row], share(row, h), changes[h]);
            }
        }
    }

    private double share(int row, int h) {
        return tile.shares()[row * tile.hiddenStride() + h];
    }

    /** Moves the columns, sums the loss, and returns by how much the predicting vectors are to move. */
    private double[][] changes(double[][] x) {
        double[][] ofX = new double[x.length][tile.stride()];
        double[][] ofColumns = new double[columns.length][tile.stride()];
        for (int i = 0; i < x.length; i++) {
            for (int c = 0; c < columns.length; c++) {
                double weight = tile.weights()[tile.at(i, c)];
                double label = tile.labels()[tile.at(0, c)];
                double score = 0;
                for (int d = 0; d < tile.stride(); d++) {
                    score += x[i][d] * columns[c][d];
                }
                double p = 1 / (1 + Math.exp(-score));
                loss -= weight * Math.log(label == 1 ? p : 1 - p);
                add(ofX[i], rate * weight * (label - p), columns[c]);
                add(ofColumns[c], rate * weight * (label - p), x[i]);
            }
        }
        addInto(columns, ofColumns);
        return ofX;
    }

    private static void addInto(double[][] y, double[][] x) {
        for (int i = 0; i < y.length; i++) {
            add(y[i], 1, x[i]);
        }
    }

    private static void add(double[] y, double factor, double[] x) {
        for (int d = 0; d < y.length; d++) {
            y[d] += factor * x[d];
        }
    }
}
