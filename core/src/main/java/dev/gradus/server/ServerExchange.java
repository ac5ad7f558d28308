package dev.gradus.server;

import dev.gradus.exchange.Bucket;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;
import dev.gradus.exchange.TreeShare;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.Traffic;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * How workers agree on small numbers through shard 0, without connections among themselves: so a worker that is lost is
 * left out, and the others go on. Rows are not summed here but pushed. What it sends counts as its link's traffic.
 */
public final class ServerExchange implements Exchange {

    private final ServerLink link;
    private long syncs;

    public ServerExchange(ServerLink link) {
        this.link = link;
    }

    @Override
    public int rank() {
        return link.rank();
    }

    @Override
    public int ranks() {
        return link.workers();
    }

    @Override
    public void sum(TreeShare share, float[][] nodes, int from, int to) throws ExchangeException {
        syncs++;
        link.sum(share, nodes, from, to);
    }

    @Override
    public void sumRows(TreeShare share, SparseRows[] nodes) {
        throw new IllegalStateException("rows are pushed to servers, not summed: ranks=" + ranks());
    }

    /** In full precision, so nothing is lost. */
    @Override
    public void sumBf16(float[] values, float[] lost, int from, int to) throws ExchangeException {
        sum(values, from, to);
        Arrays.fill(lost, from, to, 0);
    }

    @Override
    public Bucket bucket(TreeShare share, int length) {
        int nodes = share.nodes(rank()).size();
        ByteBuffer memory = ByteBuffer.allocateDirect(Math.multiplyExact(nodes * Float.BYTES, length))
                .order(ByteOrder.nativeOrder());
        return new OwnBucket(share, length, nodes, memory);
    }

    /** A bucket that nobody else reads. */
    private record OwnBucket(TreeShare share, int length, int nodes, ByteBuffer memory) implements Bucket {

        @Override
        public FloatBuffer node(int node) {
            int bytes = length * Float.BYTES;
            return memory.slice(node * bytes, bytes)
                    .order(ByteOrder.nativeOrder())
                    .asFloatBuffer();
        }
    }

    @Override
    public void sum(Bucket bucket, int from, int to) throws ExchangeException {
        float[][] nodes = new float[bucket.nodes()][to - from];
        for (int node = 0; node < nodes.length; node++) {
            bucket.node(node).get(from, nodes[node], 0, to - from);
        }
        sum(bucket.share(), nodes, 0, to - from);
        bucket.node(0).put(from, nodes[0], 0, to - from);
    }

    @Override
    public void reduceScatter(float[] values, int from, int to) throws ExchangeException {
        sum(values, from, to);
    }

    @Override
    public void allGather(float[] values, int from, int to) throws ExchangeException {
        // Minus zero is what leaves every number as it is when it is added, minus zero included.
        Arrays.fill(values, from, Exchange.chunkStart(rank(), ranks(), from, to), -0f);
        Arrays.fill(values, Exchange.chunkStart(rank() + 1, ranks(), from, to), to, -0f);
        sum(values, from, to);
    }

    @Override
    public void broadcast(int root, float[] values, int from, int to) throws ExchangeException {
        syncs++;
        link.broadcast(root, values, from, to);
    }

    @Override
    public void check() throws ExchangeException {
        link.check();
    }

    @Override
    public void bookTo(Ledger ledger, boolean besideCompute) {
        link.bookTo(ledger);
    }

    @Override
    public Traffic traffic() {
        return Traffic.NONE;
    }

    @Override
    public long syncs() {
        return syncs;
    }

    @Override
    public void close() {
        link.close();
    }
}
