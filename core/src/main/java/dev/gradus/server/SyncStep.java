package dev.gradus.server;

import dev.gradus.exchange.SparseRows;
import dev.gradus.exchange.TreeShare;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A synchronous step that is being gathered at one shard: rows by table and node of the tree, until every worker that
 * is left has pushed. Then they are added in the order of the tree, so that the sum has the bits that all-reduce gives
 * it.
 */
final class SyncStep {

    private final int workers;
    private final List<ShardTable> tables;
    private final int nodes;
    private final int[] starts;
    private final int[] additions;
    private final Map<Integer, Pushed> pushed = new LinkedHashMap<>();

    /** By table and node. */
    private final @Nullable SparseRows[][] rows;

    private long step;

    /** A worker's push: what it said and the request to answer. */
    record Pushed(ShardConnection from, int tag, PushReader.Head head) {}

    SyncStep(TreeShare share, List<ShardTable> tables) {
        this.workers = share.ranks();
        this.tables = tables;
        this.starts = new int[workers + 1];
        for (int rank = 0; rank < workers; rank++) {
            starts[rank + 1] = starts[rank] + share.nodes(rank).size();
        }
        this.nodes = starts[workers];
        this.additions = share.additions();
        this.rows = new @Nullable SparseRows[tables.size()][nodes];
    }

    /** Takes what a worker pushed. */
    void add(Pushed push, PushReader reader) throws PushReader.Refusal {
        int rank = push.from().rank();
        long itsStep = push.head().step();
        if (!pushed.isEmpty() && (itsStep != step || pushed.containsKey(rank))) {
            throw new PushReader.Refusal("worker is out of step: step=" + itsStep + ", expected=" + step, false);
        }
        for (PushReader.Part part : reader.parts()) {
            if (part.node() < starts[rank] || part.node() >= starts[rank + 1]) {
                throw new PushReader.Refusal(
                        "node is of another worker: node=" + part.node() + ", nodes=" + starts[rank] + " to "
                                + starts[rank + 1],
                        false);
            }
        }
        step = itsStep;
        pushed.put(rank, push);
        for (PushReader.Part part : reader.parts()) {
            rows[tables.indexOf(part.table())][part.node()] = copy(part, reader);
        }
    }

    private static SparseRows copy(PushReader.Part part, PushReader reader) {
        int width = part.table().width();
        SparseRows copy = new SparseRows(part.table().rows(), width);
        copy.grow(part.count());
        for (int i = 0; i < part.count(); i++) {
            copy.add(reader.places()[part.placesAt() + i], reader.values(), part.valuesAt() + i * width);
        }
        return copy;
    }

    boolean has(int rank) {
        return pushed.containsKey(rank);
    }

    /** Drops what a worker that is gone has pushed to a step that is not complete. */
    void lost(int rank) {
        if (pushed.remove(rank) != null) {
            for (SparseRows[] table : rows) {
                for (int node = starts[rank]; node < starts[rank + 1]; node++) {
                    table[node] = null;
                }
            }
        }
    }

    boolean isComplete(int live) {
        return !pushed.isEmpty() && pushed.size() >= live;
    }

    /** Applies the step to the tables, which then have that version, and returns the pushes that made it. */
    List<Pushed> apply(long version) {
        long samples = 0;
        double rate = 0;
        for (Pushed push : pushed.values()) {
            samples += push.head().samples();
            rate = push.head().rate();
        }
        for (int table = 0; table < rows.length; table++) {
            SparseRows sum = sum(rows[table]);
            if (sum != null && sum.count() > 0) {
                apply(tables.get(table), sum, samples, rate);
                tables.get(table).changed(version);
            }
        }
        List<Pushed> all = new ArrayList<>(pushed.values());
        pushed.clear();
        return all;
    }

    private @Nullable SparseRows sum(@Nullable SparseRows[] parts) {
        for (int i = 0; i < additions.length; i += 2) {
            SparseRows left = parts[additions[i]];
            SparseRows right = parts[additions[i + 1]];
            if (left == null) {
                parts[additions[i]] = right;
            } else if (right != null) {
                SparseRows sum = new SparseRows(left.rows(), left.width());
                sum.sum(left, right);
                parts[additions[i]] = sum;
            }
            parts[additions[i + 1]] = null;
        }
        SparseRows all = parts[0];
        parts[0] = null;
        return all;
    }

    private void apply(ShardTable table, SparseRows sum, long samples, double rate) {
        float scale = table.spec().rule().kind().equals(ServerRule.ADD) ? 1 : 1f / Math.max(1, samples);
        table.prepare(rate, step);
        for (int i = 0; i < sum.count(); i++) {
            table.move(sum.ids()[i], sum.values(), i * table.width(), scale);
        }
    }
}
