package dev.gradus.server;

import dev.gradus.exchange.ExchangeException;

/** Where a shard is, for a worker that wants to connect. */
interface ShardAddress {

    /** Connects the worker of that rank. */
    Conduit connect(int rank) throws ExchangeException;
}
