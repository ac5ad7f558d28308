package dev.gradus.exchange;

import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.Traffic;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;

/** The exchange of a single rank, which has nobody to agree with. */
final class Alone implements Exchange {

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int ranks() {
        return 1;
    }

    @Override
    public void sum(TreeShare share, float[][] nodes, int from, int to) {}

    @Override
    public void sumRows(TreeShare share, SparseRows[] nodes) {
        nodes[0].merge(); // the only one: a rank alone holds the whole tree
    }

    @Override
    public void sumBf16(float[] values, float[] lost, int from, int to) {
        Arrays.fill(lost, from, to, 0); // nothing is sent, so nothing is lost
    }

    @Override
    public Bucket bucket(TreeShare share, int length) {
        return new OwnBucket(share, length, ByteBuffer.allocateDirect(Math.multiplyExact(length, Float.BYTES)));
    }

    /** A bucket that nobody else reads. A rank that is alone has one node, the whole tree. */
    private record OwnBucket(TreeShare share, int length, ByteBuffer memory) implements Bucket {

        @Override
        public int nodes() {
            return 1;
        }

        @Override
        public FloatBuffer node(int node) {
            return memory.order(ByteOrder.nativeOrder()).asFloatBuffer();
        }
    }

    @Override
    public void sum(Bucket bucket, int from, int to) {}

    @Override
    public void reduceScatter(float[] values, int from, int to) {}

    @Override
    public void allGather(float[] values, int from, int to) {}

    @Override
    public void broadcast(int root, float[] values, int from, int to) {}

    @Override
    public void bookTo(Ledger ledger, boolean besideCompute) {}

    @Override
    public Traffic traffic() {
        return Traffic.NONE;
    }

    @Override
    public long syncs() {
        return 0;
    }

    @Override
    public void close() {}
}
