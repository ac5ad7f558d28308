package dev.gradus.forecast;

/** What the time of a step goes to. */
public enum Part {
    COMPUTE("compute"),
    SERIAL("the serial part"),
    SHARDS("virtual shards"),
    CORES("cores"),
    WAITING("waiting"),
    LATENCY("latency"),
    NETWORK("the network"),
    SERVER("servers");

    private final String text;

    Part(String text) {
        this.text = text;
    }

    /** What people call it. */
    public String text() {
        return text;
    }
}
