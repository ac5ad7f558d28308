package dev.gradus.server;

/** A pull that was answered when it was asked for, by the one shard of {@link PlainServers}. */
final class PlainPull implements ServerLink.Pull {

    private final float[] values;
    private final long seen;

    PlainPull(float[] values, long seen) {
        this.values = values;
        this.seen = seen;
    }

    @Override
    public void await(float[] into, int at) {
        System.arraycopy(values, 0, into, at, values.length);
    }

    @Override
    public int shards() {
        return 1;
    }

    @Override
    public long version(int shard) {
        return seen;
    }
}
