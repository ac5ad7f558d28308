package dev.gradus.train;

import dev.gradus.data.Batch;
import dev.gradus.model.Gradient;

/** One rank, nobody to agree with: every gradient updates the parameters at once. */
final class Sequential implements Strategy {

    private final Updater updater;

    Sequential(Updater updater) {
        this.updater = updater;
    }

    @Override
    public float[] parameters(Batch batch) {
        return updater.parameters();
    }

    @Override
    public void apply(Gradient gradient) {
        updater.update(gradient);
    }
}
