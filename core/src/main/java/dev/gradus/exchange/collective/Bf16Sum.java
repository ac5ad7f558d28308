package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.math.Bf16;
import dev.gradus.math.FloatMath;

/**
 * Sums a range in numbers of 16 bits: half the bytes of {@link OwnerSum}, whose steps it takes.
 *
 * <p>Every rank rounds its numbers and sends each owner its <em>chunk</em>, two numbers to a float. The owner adds them
 * up as floats, in tree order over the ranks, rounds the sums and sends them to every other rank. Each number is
 * rounded twice; a rank keeps what it lost of its own numbers and, for its chunk, of the sums, so that over all ranks
 * nothing is gone: sum, plus what all ranks lost, is the exact sum but for the rounding of float additions.
 *
 * <p>Every rank ends with the same bits, because each chunk is summed and rounded once and then copied.
 */
final class Bf16Sum {

    private final Mesh mesh;
    private final Bf16 bf16 = new Bf16();
    private final Buffers outgoing;
    private final Buffers incoming;
    private final float[][] terms;
    private float[] lostOfSums = {};

    Bf16Sum(Mesh mesh) {
        this.mesh = mesh;
        this.outgoing = new Buffers(mesh.ranks());
        this.incoming = new Buffers(mesh.ranks());
        this.terms = new float[mesh.ranks()][0];
    }

    void sum(int tag, float[] values, float[] lost, int from, int to) throws ExchangeException {
        bf16.round(values, lost, from, to);
        reduceScatter(tag, values, from, to);
        int start = chunkStart(mesh.rank(), from, to);
        roundSums(values, lost, start, chunkStart(mesh.rank() + 1, from, to) - start);
        allGather(tag, values, from, to);
    }

    /** Ends with the sums of the own chunk, as floats, in the first term. */
    private void reduceScatter(int tag, float[] values, int from, int to) throws ExchangeException {
        int rank = mesh.rank();
        int ranks = mesh.ranks();
        for (int distance = 1; distance < ranks; distance++) {
            int owner = (rank + distance) % ranks;
            int start = chunkStart(owner, from, to);
            int end = chunkStart(owner + 1, from, to);
            float[] packed = outgoing.of(owner, Bf16.floats(end - start));
            Bf16.pack(packed, 0, values, start, end);
            mesh.send(owner, tag, packed, 0, Bf16.floats(end - start));
        }
        int start = chunkStart(rank, from, to);
        int length = chunkStart(rank + 1, from, to) - start;
        for (int distance = 1; distance < ranks; distance++) {
            int peer = (rank + ranks - distance) % ranks;
            float[] packed = incoming.of(peer, Bf16.floats(length));
            mesh.receive(peer, tag, packed, 0, Bf16.floats(length));
            Bf16.unpack(term(peer, length), 0, length, packed, 0);
        }
        System.arraycopy(values, start, term(rank, length), 0, length);
        FloatMath.treeSum(terms, length);
        mesh.flush();
    }

    private float[] term(int rank, int length) {
        if (terms[rank].length < length) {
            terms[rank] = new float[length];
        }
        return terms[rank];
    }

    /** Rounds the sums of the own chunk into {@code values}; what that loses is this rank's to keep. */
    private void roundSums(float[] values, float[] lost, int start, int length) {
        if (lostOfSums.length < length) {
            lostOfSums = new float[length];
        }
        bf16.round(terms[0], lostOfSums, 0, length);
        System.arraycopy(terms[0], 0, values, start, length);
        FloatMath.addInto(lost, start, lostOfSums, 0, length);
    }

    private void allGather(int tag, float[] values, int from, int to) throws ExchangeException {
        int rank = mesh.rank();
        int ranks = mesh.ranks();
        int start = chunkStart(rank, from, to);
        int end = chunkStart(rank + 1, from, to);
        float[] own = outgoing.of(rank, Bf16.floats(end - start));
        Bf16.pack(own, 0, values, start, end);
        for (int distance = 1; distance < ranks; distance++) {
            mesh.send((rank + distance) % ranks, tag, own, 0, Bf16.floats(end - start));
        }
        for (int distance = 1; distance < ranks; distance++) {
            int peer = (rank + ranks - distance) % ranks;
            int theirs = chunkStart(peer, from, to);
            int theirEnd = chunkStart(peer + 1, from, to);
            float[] packed = incoming.of(peer, Bf16.floats(theirEnd - theirs));
            mesh.receive(peer, tag, packed, 0, Bf16.floats(theirEnd - theirs));
            Bf16.unpack(values, theirs, theirEnd, packed, 0);
        }
        mesh.flush();
    }

    private int chunkStart(int chunk, int from, int to) {
        return from + (int) ((long) chunk * (to - from) / mesh.ranks());
    }
}
