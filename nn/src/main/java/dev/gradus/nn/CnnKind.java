package dev.gradus.nn;

import dev.gradus.data.ImageShape;
import dev.gradus.data.RowStore;
import dev.gradus.data.Shape;
import dev.gradus.data.image.PixelRows;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.math.Kernels;
import dev.gradus.model.Model;
import dev.gradus.model.RowModelKind;
import dev.gradus.nn.network.Form;
import dev.gradus.train.JobKeys;
import java.util.List;

/** Networks of convolutions as a value of {@code model.kind}. */
public final class CnnKind implements RowModelKind {

    static final List<String> PUBLISHED = List.of(
            "convolution 32 kernel=3",
            "relu",
            "maxpool 2",
            "convolution 64 kernel=3",
            "relu",
            "maxpool 2",
            "flatten",
            "dense 128",
            "relu",
            "dense classes");

    @Override
    public String name() {
        return "cnn";
    }

    @Override
    public String summary() {
        return "a network of convolutions on images";
    }

    @Override
    public List<Key<?>> keys() {
        return NetworkKeys.all();
    }

    @Override
    public Model create(Job job, Shape shape, Kernels kernels) {
        ImageShape image = shape.image();
        if (image == null) {
            throw new JobException(
                    JobKeys.MODEL_KIND.name(),
                    JobKeys.MODEL_KIND + "=" + name() + " needs images, but the rows of " + JobKeys.DATA_KIND + "="
                            + job.get(JobKeys.DATA_KIND) + " are none: features=" + shape.features()
                            + "; use data of images, or set " + JobKeys.MODEL_KIND + " to mlp");
        }
        Form input = Form.image(image.channels(), image.height(), image.width());
        return NetworkFactory.create(name(), job, kernels, shape, input, PUBLISHED);
    }

    @Override
    public RowStore.Loader store() {
        return PixelRows::load;
    }
}
