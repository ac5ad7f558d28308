package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.transport.Wire;

/** Whoever has the shards of a process. */
public interface ShardHost {

    /** A rank wants to talk to a shard, over a connection whose greeting is over; false if there is no such shard. */
    boolean admit(int shard, int rank, Wire wire);

    /** Somebody who called from there was not let in, and was told so. Any thread may call it. */
    default void turnedAway(String from, String reason) {}
}
