package dev.gradus.exchange.collective;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;
import dev.gradus.exchange.TreeShare;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.Traffic;

/** Sums over a mesh of links: short ranges by direct exchange, which takes one message's time, long ones by owners. */
public final class MeshExchange implements Exchange {

    /**
     * Floats up to which every rank sends its whole range to every other. Beyond, the fewer bytes of the owners win:
     * each rank sends {@code 2 (n - 1) / n} ranges instead of {@code n - 1}.
     */
    private static final int DIRECT_FLOATS = 8 << 10;

    private final Mesh mesh;
    private final DirectSum direct;
    private final OwnerSum owners;
    private final SparseSum rows;
    private final Bf16Sum halves;
    private final Additions ofRanks;
    private Additions additions;
    private long syncs;

    public MeshExchange(Mesh mesh) {
        this.mesh = mesh;
        this.direct = new DirectSum(mesh);
        this.owners = new OwnerSum(mesh);
        this.rows = new SparseSum(mesh);
        this.halves = new Bf16Sum(mesh);
        this.ofRanks = new Additions(TreeShare.oneLeafEach(mesh.ranks()));
        this.additions = ofRanks;
    }

    @Override
    public int rank() {
        return mesh.rank();
    }

    @Override
    public int ranks() {
        return mesh.ranks();
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
        // The tag is the number of the sum: a rank that skipped one is found out at the next.
        int tag = (int) syncs++;
        if (to - from <= DIRECT_FLOATS) {
            direct.sum(tag, tree, nodes, from, to);
        } else {
            owners.sum(tag, tree, nodes, from, to);
        }
        mesh.ledger().enter(before);
    }

    @Override
    public void sumRows(TreeShare share, SparseRows[] nodes) throws ExchangeException {
        Account before = mesh.ledger().open();
        mesh.ledger().enter(Account.SEND);
        rows.sum((int) syncs++, share, nodes);
        mesh.ledger().enter(before);
    }

    @Override
    public void sumBf16(float[] values, float[] lost, int from, int to) throws ExchangeException {
        Account before = mesh.ledger().open();
        mesh.ledger().enter(Account.SEND);
        halves.sum((int) syncs++, values, lost, from, to);
        mesh.ledger().enter(before);
    }

    /** The additions of that tree. Two are kept, since a run has one tree of shards and one of ranks. */
    private Additions additions(TreeShare share) {
        if (ofRanks.isFor(share)) {
            return ofRanks;
        }
        if (!additions.isFor(share)) {
            additions = new Additions(share);
        }
        return additions;
    }

    @Override
    public void bookTo(Ledger ledger, boolean besideCompute) {
        mesh.bookTo(ledger, besideCompute);
    }

    @Override
    public Traffic traffic() {
        return mesh.traffic();
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
