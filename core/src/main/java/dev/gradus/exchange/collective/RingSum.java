package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.math.FloatMath;

/**
 * Sums a long range over the ranks of a ring.
 *
 * <p>The range is cut into one <em>chunk</em> per rank. In {@code ranks - 1} steps every chunk travels the ring and is
 * summed on its way (reduce-scatter); in another {@code ranks - 1} steps the finished chunks travel it again and are
 * copied (all-gather). Each rank sends {@code 2 (ranks - 1) / ranks} times the range, whatever the number of ranks.
 *
 * <p>Every rank ends with bit-identical values, because each chunk is summed by one chain of ranks and then copied.
 */
final class RingSum {

    private final Mesh mesh;
    private float[] received = {};

    RingSum(Mesh mesh) {
        this.mesh = mesh;
    }

    void sum(int tag, float[] values, int from, int to) throws ExchangeException {
        int chunkFloats = (to - from) / mesh.ranks() + 1;
        if (received.length < chunkFloats) {
            received = new float[chunkFloats];
        }
        reduceScatter(tag, values, from, to);
        allGather(tag, values, from, to);
    }

    private void reduceScatter(int tag, float[] values, int from, int to) throws ExchangeException {
        for (int step = 0; step < mesh.ranks() - 1; step++) {
            send(tag, values, from, to, mesh.rank() - step);
            int chunk = chunk(mesh.rank() - step - 1);
            int start = chunkStart(chunk, from, to);
            int length = chunkStart(chunk + 1, from, to) - start;
            mesh.receive(previous(), tag, received, 0, length);
            FloatMath.addInto(values, start, start + length, received);
            mesh.flush();
        }
    }

    private void allGather(int tag, float[] values, int from, int to) throws ExchangeException {
        for (int step = 0; step < mesh.ranks() - 1; step++) {
            send(tag, values, from, to, mesh.rank() + 1 - step);
            int chunk = chunk(mesh.rank() - step);
            mesh.receive(previous(), tag, values, chunkStart(chunk, from, to), chunkStart(chunk + 1, from, to));
            mesh.flush();
        }
    }

    private void send(int tag, float[] values, int from, int to, int index) throws ExchangeException {
        int chunk = chunk(index);
        int next = (mesh.rank() + 1) % mesh.ranks();
        mesh.send(next, tag, values, chunkStart(chunk, from, to), chunkStart(chunk + 1, from, to));
    }

    private int previous() {
        return (mesh.rank() + mesh.ranks() - 1) % mesh.ranks();
    }

    private int chunk(int index) {
        return Math.floorMod(index, mesh.ranks());
    }

    private int chunkStart(int chunk, int from, int to) {
        return from + (int) ((long) chunk * (to - from) / mesh.ranks());
    }
}
