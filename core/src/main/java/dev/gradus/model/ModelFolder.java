package dev.gradus.model;

import dev.gradus.data.ImageShape;
import dev.gradus.data.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A trained model as a folder: {@code model.safetensors} holds the parameters, one tensor for each block, and
 * {@code model.json} what is needed to build the model around them. Whoever reads it builds that model by the
 * {@link ModelKind} of its kind, from a job of the settings and from the shape.
 */
public final class ModelFolder {

    public static final String TENSORS = "model.safetensors";
    public static final String DESCRIPTION = "model.json";

    private final String kind;
    private final Shape shape;
    private final Map<String, Object> settings;
    private final Safetensors tensors;

    private ModelFolder(String kind, Shape shape, Map<String, Object> settings, Safetensors tensors) {
        this.kind = kind;
        this.shape = shape;
        this.settings = Collections.unmodifiableMap(settings);
        this.tensors = tensors;
    }

    /**
     * Writes the model, over an earlier one if there is one. The settings are the scalars by key of a job that builds
     * the model again. The two files are replaced one after the other: between them the hash does not fit, and a reader
     * refuses the pair.
     */
    public static void write(Path folder, Model model, Map<String, ?> settings, float[] parameters) throws IOException {
        Safetensors tensors =
                new Safetensors(model.layout(), parameters, Map.of("format", "gradus", "kind", model.kind()));
        Map<String, Object> shape = new LinkedHashMap<>();
        shape.put("features", model.shape().features());
        shape.put("classes", model.shape().classes());
        ImageShape image = model.shape().image();
        if (image != null) {
            shape.put("channels", image.channels());
            shape.put("height", image.height());
            shape.put("width", image.width());
        }
        String description = ModelDescription.text(model.kind(), shape, settings, tensors);
        Files.createDirectories(folder);
        tensors.write(folder.resolve(TENSORS));
        DurableFile.replace(folder.resolve(DESCRIPTION), description);
    }

    /** Reads a model back and checks that its two files belong together, bit by bit. */
    public static ModelFolder read(Path folder) throws IOException {
        ModelDescription description = ModelDescription.read(folder);
        Safetensors tensors = description.tensors();
        return new ModelFolder(description.kind(), shape(description), description.settings(), tensors);
    }

    private static Shape shape(ModelDescription description) throws ModelException {
        int features = description.count("features", 1);
        int classes = description.count("classes", 2);
        if (description.value("channels") == null) {
            return new Shape(features, classes);
        }
        int channels = description.count("channels", 1);
        int height = description.count("height", 1);
        int width = description.count("width", 1);
        if (features != (double) channels * height * width) {
            throw new ModelException("bad model description: image does not fill the row: channels=" + channels
                    + ", height=" + height + ", width=" + width + ", features=" + features
                    + "; copy the folder again or train again");
        }
        return Shape.of(new ImageShape(channels, height, width), classes);
    }

    public String kind() {
        return kind;
    }

    public Shape shape() {
        return shape;
    }

    /** Scalars by job key, among them {@code model.kind}: text, Long, Double or Boolean. */
    public Map<String, Object> settings() {
        return settings;
    }

    public Layout layout() {
        return tensors.layout();
    }

    public float[] parameters() {
        return tensors.parameters();
    }
}
