package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.math.FloatMath;
import dev.gradus.model.Gradient;
import dev.gradus.model.Layout;
import dev.gradus.model.Model;
import dev.gradus.optim.Clipping;
import dev.gradus.optim.OptimizerSettings;
import dev.gradus.optim.Schedule;
import dev.gradus.optim.UpdateRule;
import java.util.Arrays;
import java.util.List;

/** The parameters of one replica and all that turns a summed gradient into their next values. Owned by one rank. */
final class Updater {

    /** How far an averaged block moves towards the mean of a step; the rest is what earlier steps made of it. */
    static final float NEW_SHARE = 0.1f;

    private final Model model;
    private final List<Layout.Range> averaged;
    private final float[] parameters;
    private final UpdateRule rule;
    private final Schedule schedule;
    private final double clip;
    private long step;
    private double lastRate;

    Updater(Model model, long seed, OptimizerSettings settings, Schedule schedule) {
        this.model = model;
        this.averaged = model.layout().averaged();
        this.parameters = new float[model.layout().size()];
        this.rule = settings.create(parameters.length);
        this.schedule = schedule;
        this.clip = settings.clip();
        model.initialize(parameters, seed);
    }

    float[] parameters() {
        return parameters;
    }

    /** What the update rule remembers, itself and not a copy. */
    List<float[]> state() {
        return rule.state();
    }

    /** Goes on from there; the checkpoint must be of this model and this update rule. */
    void restore(Checkpoint checkpoint) {
        System.arraycopy(checkpoint.parameters(), 0, parameters, 0, parameters.length);
        for (int i = 0; i < rule.state().size(); i++) {
            System.arraycopy(checkpoint.state().get(i), 0, rule.state().get(i), 0, parameters.length);
        }
        step = checkpoint.place().step();
    }

    /** The rate that the last update was made with. */
    double lastRate() {
        return lastRate;
    }

    /**
     * Sum to mean, running means, penalty, clipping, update: in this order on every rank, so that all get the same
     * bits. Averaged blocks have no gradient, so nothing after the running means counts them.
     */
    void update(Gradient gradient) {
        float[] values = gradient.values();
        int size = gradient.parameters();
        FloatMath.scale(values, 0, size, (float) (1 / gradient.rows()));
        moveAverages(values);
        double penalty = model.penalize(parameters, values);
        gradient.count(penalty * gradient.rows(), 0, 0);
        for (Layout.Range range : averaged) {
            Arrays.fill(values, range.from(), range.to(), 0);
        }
        if (clip > 0) {
            Clipping.clip(values, size, clip);
        }
        lastRate = schedule.rate(step);
        learn(values, size);
        step++;
    }

    /** Moves averaged blocks towards the means of this step's rows. */
    private void moveAverages(float[] means) {
        for (Layout.Range range : averaged) {
            for (int i = range.from(); i < range.to(); i++) {
                parameters[i] += NEW_SHARE * (means[i] - parameters[i]);
            }
        }
    }

    /** Applies the update rule to all that lies between averaged blocks. */
    private void learn(float[] gradient, int size) {
        int from = 0;
        for (Layout.Range range : averaged) {
            rule.update(parameters, gradient, from, range.from(), lastRate, step);
            from = range.to();
        }
        rule.update(parameters, gradient, from, size, lastRate, step);
    }
}
