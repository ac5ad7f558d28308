package dev.gradus.exchange.rendezvous;

/**
 * What a process that wants to join asks for.
 *
 * @param rank the rank, or -1 for any
 * @param run the run by name, or empty for any
 * @param listening where it lets its peers in
 */
public record Wish(int rank, String run, Listening listening) {

    /** That rank of that run, listening wherever it is usual. */
    public Wish(int rank, String run) {
        this(rank, run, Listening.usual());
    }

    /** Any rank of whatever run is at the address. */
    public static Wish any() {
        return new Wish(-1, "");
    }
}
