package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.math.FloatMath;
import dev.gradus.model.Gradient;
import dev.gradus.model.Model;
import dev.gradus.optim.Clipping;
import dev.gradus.optim.OptimizerSettings;
import dev.gradus.optim.Schedule;
import dev.gradus.optim.UpdateRule;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parameters of one replica and all that turns a summed gradient into their next values. Owned by one rank. */
final class Updater {

    private final Model model;
    private final float[] parameters;
    private final UpdateRule rule;
    private final Schedule schedule;
    private final double clip;
    private long step;
    private double lastRate;

    Updater(Model model, long seed, OptimizerSettings settings, Schedule schedule) {
        this.model = model;
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

    /** Starts as a new one does, or goes on from a checkpoint. */
    void start(long seed, @Nullable Checkpoint start) {
        model.initialize(parameters, seed);
        rule.state().forEach(array -> Arrays.fill(array, 0));
        step = 0;
        if (start != null) {
            restore(start);
        }
    }

    /** Makes the next update. */
    void update(Gradient gradient) {
        update(gradient, schedule.rate(step), step);
        step++;
    }

    /**
     * Makes update number {@code step} at that rate. Sum to mean, penalty, clipping, update: in this order on every
     * rank, so that all get the same bits.
     */
    void update(Gradient gradient, double rate, long step) {
        float[] values = gradient.values();
        int size = gradient.parameters();
        FloatMath.scale(values, 0, size, (float) (1 / gradient.rows()));
        double penalty = model.penalize(parameters, values);
        gradient.count(penalty * gradient.rows(), 0, 0);
        if (clip > 0) {
            Clipping.clip(values, size, clip);
        }
        lastRate = rate;
        rule.update(parameters, values, 0, size, rate, step);
    }
}
