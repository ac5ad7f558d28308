package dev.gradus.train;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.server.ServerLink;

/**
 * A whole table on servers, whose rows are set and pulled piece by piece, with what its rule remembers:
 * {@code remembered} numbers of every weight.
 */
record ServedTable(ServerLink link, int table, int rows, int width, int remembered) {

    /** Floats that are set or pulled at once. */
    private static final int FLOATS_AT_ONCE = 1 << 18;

    private int chunk() {
        return Math.max(1, FLOATS_AT_ONCE / width);
    }

    /** Sets all rows, which stand in the array from {@code at} on. What the rule remembers is forgotten. */
    void set(float[] values, int at) throws ExchangeException {
        for (int from = 0; from < rows; from += chunk()) {
            link.set(table, from, Math.min(chunk(), rows - from), values, at + from * width);
        }
    }

    /** Pulls all rows into the array from {@code at} on. */
    void pull(float[] into, int at) throws ExchangeException {
        for (int from = 0; from < rows; from += chunk()) {
            link.pullAll(table, from, Math.min(rows, from + chunk())).await(into, at + from * width);
        }
    }

    /** The same as {@link #set} for one of the numbers that the rule remembers of every weight. */
    void setState(int index, float[] values, int at) throws ExchangeException {
        for (int from = 0; from < rows; from += chunk()) {
            link.setState(table, index, from, Math.min(chunk(), rows - from), values, at + from * width);
        }
    }

    /** The same as {@link #pull} for one of the numbers that the rule remembers of every weight. */
    void pullState(int index, float[] into, int at) throws ExchangeException {
        for (int from = 0; from < rows; from += chunk()) {
            link.pullState(table, index, from, Math.min(rows, from + chunk())).await(into, at + from * width);
        }
    }
}
