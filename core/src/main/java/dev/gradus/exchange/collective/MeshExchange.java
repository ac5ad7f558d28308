package dev.gradus.exchange.collective;

import dev.gradus.exchange.Algorithm;
import dev.gradus.exchange.Bucket;
import dev.gradus.exchange.BufferLoops;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.PlainBufferLoops;
import dev.gradus.exchange.SparseRows;
import dev.gradus.exchange.TreeShare;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.exchange.transport.Sharing;
import dev.gradus.math.Kernels;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.Traffic;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Agrees over a mesh of links. Ranks of one machine sum through memory that they share, as soon as there is something
 * to sum; all others, and whoever wishes a certain algorithm, by messages.
 */
public final class MeshExchange implements Exchange {

    private final Mesh mesh;
    private final BufferLoops loops;
    private final LinkSums links;
    private final Broadcast broadcast;
    private final SparseSum rows;
    private final Bf16Sum halves;
    private final Additions ofRanks;
    private final boolean byMessages;
    private Additions additions;
    private @Nullable BoardSums board;
    private boolean boardSought;
    private float[][] copies = {};
    private long syncs;

    /** The exchange over a mesh, by the algorithm that a job names; a rank that is alone needs none. */
    public static Exchange of(Mesh mesh, String algorithm, Kernels kernels) {
        return mesh.ranks() == 1 ? Exchange.none() : new MeshExchange(mesh, Algorithm.of(algorithm), kernels);
    }

    public MeshExchange(Mesh mesh) {
        this(mesh, Algorithm.AUTO, Kernels.plain());
    }

    public MeshExchange(Mesh mesh, Algorithm algorithm, Kernels kernels) {
        this.mesh = mesh;
        this.loops = kernels.of(BufferLoops.class, new PlainBufferLoops());
        this.links = new LinkSums(mesh, algorithm, loops);
        this.broadcast = new Broadcast(mesh);
        this.rows = new SparseSum(mesh);
        this.halves = new Bf16Sum(mesh);
        this.ofRanks = new Additions(TreeShare.oneLeafEach(mesh.ranks()), loops);
        this.additions = ofRanks;
        this.byMessages = algorithm != Algorithm.AUTO;
        this.boardSought = byMessages;
    }

    @Override
    public int rank() {
        return mesh.rank();
    }

    @Override
    public int ranks() {
        return mesh.ranks();
    }

    /**
     * What all ranks do together; {@code tag} is its number, so that a rank that skipped one is found out at the next.
     */
    private interface Agreement {
        void reach(int tag) throws ExchangeException;
    }

    private void agree(Agreement agreement) throws ExchangeException {
        Account before = mesh.ledger().open();
        mesh.ledger().enter(Account.SEND);
        agreement.reach((int) syncs++);
        mesh.ledger().enter(before);
    }

    @Override
    public void sum(TreeShare share, float[][] nodes, int from, int to) throws ExchangeException {
        Additions tree = additions(share);
        if (nodes.length != tree.nodes(mesh.rank())) {
            throw new IllegalArgumentException("nodes do not fit the tree: nodes=" + nodes.length + ", expected="
                    + tree.nodes(mesh.rank()) + ", " + share);
        }
        Account before = mesh.ledger().open();
        mesh.ledger().enter(Account.SEND);
        int tag = (int) syncs++;
        BoardSums memory = board(tag);
        if (memory == null || !memory.sum(tag, tree, nodes, from, to)) {
            links.sum(tag, tree, nodes, from, to);
        }
        mesh.ledger().enter(before);
    }

    @Override
    public void sumRows(TreeShare share, SparseRows[] nodes) throws ExchangeException {
        agree(tag -> rows.sum(tag, share, nodes));
    }

    @Override
    public void sumBf16(float[] values, float[] lost, int from, int to) throws ExchangeException {
        agree(tag -> halves.sum(tag, values, lost, from, to));
    }

    /** The memory that all ranks share, if they do; sought once, when all ranks are here for the first time. */
    private @Nullable BoardSums board(int tag) throws ExchangeException {
        if (!boardSought) {
            boardSought = true;
            Board found = Board.form(mesh, tag);
            board = found == null ? null : new BoardSums(mesh, found, loops);
        }
        return board;
    }

    @Override
    public Bucket bucket(TreeShare share, int length) throws ExchangeException {
        Additions tree = additions(share);
        SharedBucket[] made = new SharedBucket[1];
        agree(tag -> {
            BoardSums memory = board(tag);
            made[0] = memory == null ? null : memory.bucket(tag, tree, length);
        });
        return made[0] != null ? made[0] : alone(share, length);
    }

    private SharedBucket alone(TreeShare share, int length) {
        int bytes = Math.multiplyExact(additions(share).nodes(mesh.rank()), SharedBucket.bytes(length));
        return new SharedBucket(share, length, mesh.rank(), new ByteBuffer[] {ByteBuffer.allocateDirect(bytes)});
    }

    @Override
    public void sum(Bucket bucket, int from, int to) throws ExchangeException {
        if (!(bucket instanceof SharedBucket memory)) {
            throw new IllegalArgumentException("bucket of another exchange: length=" + bucket.length());
        }
        Additions tree = additions(bucket.share());
        BoardSums shared = board;
        if (shared != null && memory.shared()) {
            agree(tag -> shared.sum(tag, memory, tree, from, to));
            return;
        }
        if (shared == null && links.sumsInPlace(tree, to - from)) {
            agree(tag -> links.sumInPlace(tag, tree, memory.own(), from, to));
            return;
        }
        int length = to - from;
        float[][] nodes = onHeap(bucket.nodes(), length);
        for (int node = 0; node < nodes.length; node++) {
            bucket.node(node).get(from, nodes[node], 0, length);
        }
        sum(bucket.share(), nodes, 0, length);
        bucket.node(0).put(from, nodes[0], 0, length);
    }

    /** Arrays for a range of a bucket that is not summed where it lies; kept for the next one. */
    private float[][] onHeap(int nodes, int length) {
        if (copies.length != nodes || copies[0].length < length) {
            copies = new float[nodes][length];
        }
        return copies;
    }

    @Override
    public void reduceScatter(float[] values, int from, int to) throws ExchangeException {
        agree(tag -> links.owners().reduceScatter(tag, ofRanks, LinkSums.floats(new float[][] {values}), from, to));
    }

    @Override
    public void allGather(float[] values, int from, int to) throws ExchangeException {
        agree(tag -> links.owners().allGather(tag, ofRanks, LinkSums.floats(new float[][] {values}), from, to));
    }

    @Override
    public void broadcast(int root, float[] values, int from, int to) throws ExchangeException {
        agree(tag -> broadcast.broadcast(tag, root, values, from, to));
    }

    /** The additions of that tree. Two are kept, since a run has one tree of shards and one of ranks. */
    private Additions additions(TreeShare share) {
        if (ofRanks.isFor(share)) {
            return ofRanks;
        }
        if (!additions.isFor(share)) {
            additions = new Additions(share, loops);
        }
        return additions;
    }

    @Override
    public void check() throws ExchangeException {
        mesh.check();
    }

    @Override
    public void bookTo(Ledger ledger, boolean besideCompute) {
        mesh.bookTo(ledger, besideCompute);
    }

    @Override
    public boolean sharesMemory() {
        return !byMessages && mesh.sharing() != Sharing.NOTHING;
    }

    @Override
    public Traffic traffic() {
        BoardSums memory = board;
        return memory == null ? mesh.traffic() : mesh.traffic().plus(memory.traffic());
    }

    @Override
    public long syncs() {
        return syncs;
    }

    @Override
    public void close() {
        mesh.close();
    }
}
