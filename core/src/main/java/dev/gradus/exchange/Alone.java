package dev.gradus.exchange;

import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.Traffic;
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
