package dev.gradus.exchange.rendezvous;

/** What a process that wants to join asks for: a rank, or -1 for any, and a run by name, or empty for any. */
public record Wish(int rank, String run) {

    /** Any rank of whatever run is at the address. */
    public static Wish any() {
        return new Wish(-1, "");
    }
}
