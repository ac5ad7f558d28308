package dev.gradus.server;

import dev.gradus.exchange.TreeShare;
import dev.gradus.math.FloatMath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sum over workers that is being gathered. One at a time: no worker begins the next before it has this one. */
final class SumRound {

    /** Whoever has contributed, and the number of its request. */
    record Asker(ShardConnection connection, int tag) {}

    /** Nodes of one worker in the tree of a sum: whole subtrees, so there are few. */
    private static final int MOST_NODES = 256;

    private final int workers;
    private final List<Asker> askers = new ArrayList<>();
    private long number = -1;
    private int leaves;
    private int length;
    private List<float @Nullable []> nodes = new ArrayList<>();

    /** The first node of each worker, and one more. */
    private int[] starts = {};

    SumRound(int workers) {
        this.workers = workers;
    }

    /** Takes what a worker has sent: a number, leaves, how many nodes, how many floats each has, and those. */
    void add(Asker asker, ByteBuffer payload) throws IOException {
        if (payload.remaining() < Long.BYTES + 3 * Integer.BYTES) {
            throw new IOException("sum is cut off: bytes=" + payload.remaining());
        }
        long itsNumber = payload.getLong();
        int itsLeaves = payload.getInt();
        int count = payload.getInt();
        int floats = payload.getInt();
        boolean fits = (long) count * floats * Float.BYTES == payload.remaining();
        if (count < 1 || count > MOST_NODES || floats < 0 || !fits) {
            throw new IOException("sum is wrong: nodes=" + count + ", floats=" + floats);
        }
        float[][] values = new float[count][floats];
        for (float[] node : values) {
            Codec.takeFloats(payload, node, 0, floats, false);
        }
        add(asker, itsNumber, itsLeaves, values);
    }

    /** Takes the nodes of a worker, whose lengths are equal or all 0, which contributes nothing and still waits. */
    private void add(Asker asker, long itsNumber, int itsLeaves, float[][] values) throws IOException {
        if (askers.isEmpty()) {
            begin(itsNumber, itsLeaves);
        }
        int rank = asker.connection().rank();
        boolean again = askers.stream().anyMatch(before -> before.connection().rank() == rank);
        boolean fits = !again
                && itsNumber == number
                && itsLeaves == leaves
                && values.length == starts[rank + 1] - starts[rank]
                && (values[0].length == 0 || length == 0 || values[0].length == length);
        if (!fits) {
            throw new IOException("worker is out of step: rank=" + rank + ", sum=" + itsNumber + ", expected=" + number
                    + ", leaves=" + itsLeaves + ", floats=" + values[0].length + ", expected floats=" + length);
        }
        askers.add(asker);
        length = Math.max(length, values[0].length);
        for (int i = 0; values[0].length > 0 && i < values.length; i++) {
            nodes.set(starts[rank] + i, values[i]);
        }
    }

    private void begin(long itsNumber, int itsLeaves) throws IOException {
        if (itsLeaves < workers || itsLeaves > 1 << 20) {
            throw new IOException("sum has no tree: leaves=" + itsLeaves + ", workers=" + workers);
        }
        number = itsNumber;
        length = 0;
        if (leaves != itsLeaves) {
            leaves = itsLeaves;
            TreeShare share = new TreeShare(leaves, workers);
            starts = new int[workers + 1];
            for (int rank = 0; rank < workers; rank++) {
                starts[rank + 1] = starts[rank] + share.nodes(rank).size();
            }
        }
        nodes = new ArrayList<>();
        for (int i = 0; i < starts[workers]; i++) {
            nodes.add(null);
        }
    }

    /** Forgets what a worker that is gone has contributed to a sum that is not complete. */
    void lost(int rank) {
        if (askers.removeIf(asker -> asker.connection().rank() == rank)) {
            for (int i = starts[rank]; i < starts[rank + 1]; i++) {
                nodes.set(i, null);
            }
        }
    }

    /** Whether so many have contributed. */
    boolean isComplete(int live) {
        return !askers.isEmpty() && askers.size() >= live;
    }

    /** The sum in the order of the tree; nodes that are not there take no part. */
    float[] result() {
        int[] additions = new TreeShare(leaves, workers).additions();
        for (int i = 0; i < additions.length; i += 2) {
            float[] right = nodes.get(additions[i + 1]);
            float[] left = nodes.get(additions[i]);
            if (left == null) {
                nodes.set(additions[i], right);
            } else if (right != null) {
                FloatMath.addInto(left, 0, right, 0, length);
            }
        }
        float[] sum = nodes.get(0);
        return sum == null ? new float[length] : sum;
    }

    /** Whoever waits for the result; the round is over then. */
    List<Asker> finish() {
        List<Asker> all = List.copyOf(askers);
        askers.clear();
        return all;
    }
}
