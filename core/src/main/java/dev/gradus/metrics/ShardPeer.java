package dev.gradus.metrics;

/** How a ledger names what goes on with a shard: by numbers of peers that no rank has. */
public final class ShardPeer {

    private static final int PULL = 1 << 20;
    private static final int PUSH = 1 << 21;

    private ShardPeer() {}

    public static int pull(int shard) {
        return PULL + shard;
    }

    public static int push(int shard) {
        return PUSH + shard;
    }

    /** What a stretch of time was about, like {@code pull from shard 1} or {@code wait for rank 2}. */
    static String describe(String account, int peer) {
        if (peer < PULL) {
            return account + " for rank " + peer;
        }
        String request = peer < PUSH ? "pull from shard " + (peer - PULL) : "push to shard " + (peer - PUSH);
        return account.equals("wait") ? "wait for " + request : request;
    }
}
