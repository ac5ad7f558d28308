package dev.gradus.model;

/**
 * What learning has cost so far: summed loss of the predictions, how many there were and how many were right, and what
 * was learnt from. Owned by one thread.
 */
public final class Tally {

    private double loss;
    private long predictions;
    private long hits;
    private long samples;
    private long updates;

    /** Notes predictions and their summed loss. */
    public void count(double loss, long predictions, long hits) {
        this.loss += loss;
        this.predictions += predictions;
        this.hits += hits;
    }

    /** Notes what was learnt from (words, rows) and in how many updates of the parameters. */
    public void worked(long samples, long updates) {
        this.samples += samples;
        this.updates += updates;
    }

    public void add(Tally other) {
        count(other.loss, other.predictions, other.hits);
        worked(other.samples, other.updates);
    }

    public void clear() {
        loss = 0;
        predictions = 0;
        hits = 0;
        samples = 0;
        updates = 0;
    }

    /** Summed over all predictions. */
    public double loss() {
        return loss;
    }

    public long predictions() {
        return predictions;
    }

    public long hits() {
        return hits;
    }

    public long samples() {
        return samples;
    }

    public long updates() {
        return updates;
    }
}
