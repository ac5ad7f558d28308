package dev.gradus.exchange.collective;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Traffic;

/**
 * Sums over a mesh of links: short ranges by direct exchange, which takes one message's time, long ones by halving or,
 * where the number of ranks is no power of two, by the ring.
 */
public final class MeshExchange implements Exchange {

    /**
     * Floats up to which every rank sends its whole range to every other. Beyond, the fewer bytes of the others win:
     * each rank sends {@code 2 (n - 1) / n} ranges instead of {@code n - 1}.
     */
    private static final int DIRECT_FLOATS = 8 << 10;

    private final Mesh mesh;
    private final DirectSum direct;
    private final HalvingSum halving;
    private final RingSum ring;
    private long syncs;

    public MeshExchange(Mesh mesh) {
        this.mesh = mesh;
        this.direct = new DirectSum(mesh);
        this.halving = new HalvingSum(mesh);
        this.ring = new RingSum(mesh);
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
    public void sum(float[] values, int from, int to) throws ExchangeException {
        Account before = mesh.ledger().open();
        mesh.ledger().enter(Account.SEND);
        // The tag is the number of the sum: a rank that skipped one is found out at the next.
        int tag = (int) syncs++;
        if (to - from <= DIRECT_FLOATS) {
            direct.sum(tag, values, from, to);
        } else if (HalvingSum.fits(mesh.ranks())) {
            halving.sum(tag, values, from, to);
        } else {
            ring.sum(tag, values, from, to);
        }
        mesh.ledger().enter(before);
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
