package dev.gradus.server;

/** The types of frames between workers and shards; docs/protocol.md has the table. */
final class FrameType {

    // From a worker.
    static final byte OPEN = 80;
    static final byte PULL = 81;
    static final byte PULL_RANGE = 82;
    static final byte PUSH = 83;
    static final byte TAKE = 84;
    static final byte SUM = 85;
    static final byte SET = 86;
    static final byte STATISTICS = 87;
    static final byte LEAVE = 88;

    static final byte PULL_STATE = 90;
    static final byte SET_STATE = 91;
    static final byte MAPPED = 92;

    // Both ways.
    static final byte BEAT = 89;

    // From a shard.
    static final byte VALUES = 96;
    static final byte UNCHANGED = 97;
    static final byte DONE = 98;
    static final byte TICKET = 99;
    static final byte SUMMED = 100;
    static final byte TOLD = 101;
    static final byte REFUSED = 102;

    private FrameType() {}
}
