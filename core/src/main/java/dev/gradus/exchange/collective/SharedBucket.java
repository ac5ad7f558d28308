package dev.gradus.exchange.collective;

import dev.gradus.exchange.Bucket;
import dev.gradus.exchange.TreeShare;
import dev.gradus.exchange.transport.Floats;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** A bucket of which every rank sees the memory of all; or, where ranks share none, only its own. */
final class SharedBucket implements Bucket {

    private final TreeShare share;
    private final int length;
    private final int rank;
    private final boolean shared;

    /** By rank and node. */
    private final FloatBuffer[][] nodes;

    /** The same as {@link #nodes}, as bytes in the order of the machine. */
    private final ByteBuffer[][] bytes;

    /** This rank's nodes, as links send and fill them. */
    private final Floats[] own;

    /** {@code memory} is that of every rank, or of this one alone where nothing is shared. */
    SharedBucket(TreeShare share, int length, int rank, ByteBuffer[] memory) {
        this.share = share;
        this.length = length;
        this.rank = rank;
        this.shared = memory.length == share.ranks();
        this.nodes = new FloatBuffer[share.ranks()][];
        this.bytes = new ByteBuffer[share.ranks()][];
        this.own = new Floats[share.nodes(rank).size()];
        for (int i = 0; i < memory.length; i++) {
            int owner = shared ? i : rank;
            nodes[owner] = new FloatBuffer[share.nodes(owner).size()];
            bytes[owner] = new ByteBuffer[nodes[owner].length];
            for (int node = 0; node < nodes[owner].length; node++) {
                ByteBuffer place = memory[i].slice(node * bytes(length), bytes(length));
                nodes[owner][node] = Board.floats(place);
                bytes[owner][node] = place;
                if (owner == rank) {
                    own[node] = Floats.outside(place);
                }
            }
        }
    }

    /** Bytes of one node: whole pages, so that no two ranks write to one. */
    static int bytes(int length) {
        return Math.multiplyExact(Math.addExact(length, 1023) / 1024, 4096);
    }

    @Override
    public TreeShare share() {
        return share;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public int nodes() {
        return nodes[rank].length;
    }

    @Override
    public FloatBuffer node(int node) {
        return nodes[rank][node];
    }

    /** The floats of all of this rank's nodes. */
    Floats[] own() {
        return own;
    }

    boolean shared() {
        return shared;
    }

    /** What a rank has laid down; only where memory is shared. */
    FloatBuffer[] of(int owner) {
        return nodes[owner];
    }

    /** The same as {@link #of}, as bytes. */
    ByteBuffer[] bytesOf(int owner) {
        return bytes[owner];
    }
}
