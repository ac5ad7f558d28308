package dev.gradus.train;

import dev.gradus.math.FloatMath;
import dev.gradus.model.Gradient;
import dev.gradus.model.Layout;
import dev.gradus.model.Model;
import dev.gradus.model.Tally;
import dev.gradus.optim.Clipping;
import dev.gradus.server.PushBatch;
import java.util.Arrays;

/**
 * Makes pushes of gradients: what {@link Updater} does before the update rule, which the servers have. Takes the sums
 * of a rank's nodes where others would exchange them. Owned by one rank.
 */
final class ServedUpdate implements BucketSums {

    private final Model model;
    private final ServedVector vector;
    private final int size;
    private final double clip;
    private final int firstNode;
    private final float[][] cut;
    private final float[] means;
    private final float[] seen;
    private final float[] slope;
    private float[][] roots = {};

    /** {@code nodes} are those of this rank, the first of which has that index among those of all. */
    ServedUpdate(RowSetup setup, ServedVector vector, int nodes, int firstNode) {
        this.model = setup.model();
        this.vector = vector;
        this.size = setup.layout().size();
        this.clip = setup.optimizer().clip();
        this.firstNode = firstNode;
        this.cut = new float[nodes][];
        Arrays.setAll(cut, node -> vector.room());
        this.means = vector.roomForMeans();
        this.seen = vector.roomForMeans();
        this.slope = new float[Gradient.length(size)];
    }

    @Override
    public void begin(float[][] nodes) {
        roots = nodes;
    }

    @Override
    public void finishedFrom(int parameter) {
        // The whole gradient travels at once.
    }

    @Override
    public void finish() {
        // Servers add up.
    }

    @Override
    public void close() {
        // Nothing is open.
    }

    /** The push of a batch that no other worker has a part of: its mean gradient, and penalty, and clipped. */
    PushBatch ofBatch(ServedRows.Step step, Tally tally) {
        Gradient gradient = new Gradient(size, roots[0]);
        PushBatch push = new PushBatch(step.number(), gradient.rows() > 0 ? 1 : 0, step.rate());
        if (gradient.rows() == 0) {
            return push;
        }
        float[] values = gradient.values();
        FloatMath.scale(values, 0, size, (float) (1 / gradient.rows()));
        takeMeans(1, Updater.NEW_SHARE);
        gradient.count(model.penalize(vector.parameters(), values) * gradient.rows(), 0, 0);
        clearAveraged(values);
        if (clip > 0) {
            Clipping.clip(values, size, clip);
        }
        count(gradient, tally);
        System.arraycopy(values, 0, cut[0], 0, size);
        vector.push(push, cut[0]);
        vector.pushMeans(push, means);
        tally.worked((long) gradient.rows(), 1);
        return push;
    }

    /**
     * The push of a part of a batch that has {@code allRows} rows: the sums of this rank's nodes. The penalty counts
     * once for each row, so that it counts once when the servers divide.
     */
    PushBatch ofPart(ServedRows.Step step, long allRows, Tally tally) {
        double rows = 0;
        for (float[] root : roots) {
            rows += new Gradient(size, root).rows();
        }
        PushBatch push = new PushBatch(step.number(), (long) rows, step.rate());
        takeMeans(rows, Updater.NEW_SHARE / allRows);
        addPenalty(new Gradient(size, roots[0]), rows);
        for (int node = 0; node < roots.length; node++) {
            Gradient gradient = new Gradient(size, roots[node]);
            clearAveraged(gradient.values());
            count(gradient, tally);
            System.arraycopy(gradient.values(), 0, cut[node], 0, size);
            push.ofNode(firstNode + node);
            vector.push(push, cut[node]);
        }
        push.ofNode(firstNode);
        vector.pushMeans(push, means);
        tally.worked((long) rows, 1);
        return push;
    }

    private void addPenalty(Gradient gradient, double rows) {
        Arrays.fill(slope, 0);
        double penalty = model.penalize(vector.parameters(), slope);
        if (penalty != 0) {
            for (int i = 0; i < size; i++) {
                gradient.values()[i] += (float) rows * slope[i];
            }
            gradient.count(penalty * rows, 0, 0);
        }
    }

    /** How far averaged blocks move: {@code share} times what was seen less {@code rows} times where they are. */
    private void takeMeans(double rows, float share) {
        if (means.length == 0) {
            return;
        }
        vector.gather(vector.parameters(), means);
        FloatMath.scale(means, 0, means.length, (float) -rows);
        for (float[] root : roots) {
            vector.gather(root, seen);
            FloatMath.addInto(means, 0, seen, 0, means.length);
        }
        FloatMath.scale(means, 0, means.length, share);
    }

    private void clearAveraged(float[] values) {
        for (Layout.Range range : vector.averaged()) {
            Arrays.fill(values, range.from(), range.to(), 0);
        }
    }

    private static void count(Gradient gradient, Tally tally) {
        tally.count(gradient.loss(), (long) gradient.rows(), (long) gradient.correct());
    }
}
