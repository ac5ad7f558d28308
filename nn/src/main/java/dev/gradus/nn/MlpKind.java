package dev.gradus.nn;

import dev.gradus.data.RowStore;
import dev.gradus.data.Shape;
import dev.gradus.data.image.PixelRows;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.math.Kernels;
import dev.gradus.model.Model;
import dev.gradus.model.RowModelKind;
import dev.gradus.nn.network.Form;
import java.util.List;

/** Networks of dense layers as a value of {@code model.kind}. */
public final class MlpKind implements RowModelKind {

    private static final List<String> PUBLISHED = List.of("dense 64", "relu", "dense classes");

    @Override
    public String name() {
        return "mlp";
    }

    @Override
    public String summary() {
        return "a network of dense layers on rows of numbers";
    }

    @Override
    public List<Key<?>> keys() {
        return NetworkKeys.all();
    }

    @Override
    public Model create(Job job, Shape shape, Kernels kernels) {
        return NetworkFactory.create(name(), job, kernels, shape, Form.flat(shape.features()), PUBLISHED);
    }

    @Override
    public RowStore.Loader store() {
        return PixelRows::load;
    }
}
