package dev.gradus.model;

import dev.gradus.data.Shape;
import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import dev.gradus.math.ParametersHash;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A trained model as a folder: {@code model.safetensors} holds the parameters, one tensor for each block, and
 * {@code model.json} what is needed to build the model around them. Whoever reads it builds that model by the
 * {@link ModelKind} of its kind, from a job of the settings and from the shape.
 */
public final class ModelFolder {

    public static final String TENSORS = "model.safetensors";
    public static final String DESCRIPTION = "model.json";

    /** Raised when a reader of today could misunderstand what is written. */
    private static final long FORMAT = 1;

    /** Descriptions are a few kilobytes; a larger file is something else. */
    private static final long MAX_DESCRIPTION_BYTES = 16 << 20;

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
        String description = Json.pretty(describe(model, settings, parameters)) + "\n";
        Safetensors tensors =
                new Safetensors(model.layout(), parameters, Map.of("format", "gradus", "kind", model.kind()));
        Files.createDirectories(folder);
        tensors.write(folder.resolve(TENSORS));
        DurableFile.replace(folder.resolve(DESCRIPTION), description);
    }

    private static Map<String, Object> describe(Model model, Map<String, ?> settings, float[] parameters) {
        settings.forEach((name, value) -> {
            if (!isScalar(value)) {
                throw new IllegalArgumentException(
                        "setting is not a text, finite number or flag: " + name + "=" + value);
            }
        });
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("format", FORMAT);
        description.put("kind", model.kind());
        description.put("features", model.shape().features());
        description.put("classes", model.shape().classes());
        description.put("settings", settings);
        description.put("parameters", parameters.length);
        description.put("parametersHash", ParametersHash.of(parameters));
        description.put("layout", layout(model.layout()));
        return description;
    }

    /** What the description says of a layout: names and dimensions, from which everything else follows. */
    private static List<Object> layout(Layout layout) {
        return layout.blocks().stream().<Object>map(ModelFolder::block).toList();
    }

    private static Map<String, Object> block(Layout.Block block) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", block.name());
        entry.put(
                "dimensions",
                block.dimensions().stream().map(Integer::longValue).toList());
        return entry;
    }

    /** Reads a model back and checks that its two files belong together, bit by bit. */
    public static ModelFolder read(Path folder) throws IOException {
        Path file = folder.resolve(DESCRIPTION);
        Description description = new Description(parse(folder, file), file);
        description.requireFormat(FORMAT);
        Safetensors tensors = Safetensors.read(folder.resolve(TENSORS));
        if (!layout(tensors.layout()).equals(description.value("layout"))) {
            throw new ModelException("layouts differ: folder=" + folder + ", " + TENSORS + "="
                    + tensors.layout().fingerprint() + ", " + DESCRIPTION + "=" + description.value("layout")
                    + "; the files are of different models, copy the folder again or train again");
        }
        String hash = ParametersHash.of(tensors.parameters());
        if (!hash.equals(description.value("parametersHash"))) {
            throw new ModelException("parameters were changed since they were written: folder=" + folder + ", hash="
                    + hash + ", expected=" + description.value("parametersHash")
                    + "; copy the folder again or train again");
        }
        return new ModelFolder(description.text("kind"), description.shape(), description.settings(), tensors);
    }

    private static Map<String, Object> parse(Path folder, Path file) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new ModelException(
                    "model folder is missing: folder=" + folder + "; name the folder 'model' of a run that ended well");
        }
        try {
            long bytes = Files.size(file);
            if (bytes > MAX_DESCRIPTION_BYTES) {
                throw new ModelException("model description is too large: file=" + file + ", bytes=" + bytes + ", most="
                        + MAX_DESCRIPTION_BYTES + "; name a folder that training wrote");
            }
            return Json.parseObject(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new ModelException("model file is missing: file=" + file + "; name a folder that training wrote", e);
        } catch (JsonException | CharacterCodingException e) {
            throw new ModelException(
                    "bad model description: file=" + file + ", " + e.getMessage()
                            + "; copy the folder again or train again",
                    e);
        }
    }

    private static boolean isScalar(@Nullable Object value) {
        boolean finite = value instanceof Number number && Double.isFinite(number.doubleValue());
        return finite || value instanceof String || value instanceof Boolean;
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

    /** The members of a description, each checked when it is asked for. */
    private record Description(Map<String, Object> members, Path file) {

        @Nullable
        Object value(String name) {
            return members.get(name);
        }

        void requireFormat(long expected) throws ModelException {
            if (!Long.valueOf(expected).equals(value("format"))) {
                throw new ModelException("model is of another version: file=" + file + ", format=" + value("format")
                        + ", expected=" + expected + "; read it with the version that wrote it");
            }
        }

        String text(String name) throws ModelException {
            if (value(name) instanceof String text) {
                return text;
            }
            throw bad(name);
        }

        Shape shape() throws ModelException {
            return new Shape(count("features", 1), count("classes", 2));
        }

        private int count(String name, int least) throws ModelException {
            if (value(name) instanceof Long number && number >= least && number <= Integer.MAX_VALUE) {
                return number.intValue();
            }
            throw bad(name);
        }

        Map<String, Object> settings() throws ModelException {
            if (!(value("settings") instanceof Map<?, ?> map)) {
                throw bad("settings");
            }
            Map<String, Object> settings = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (!(entry.getKey() instanceof String name) || !isScalar(entry.getValue())) {
                    throw bad("settings");
                }
                settings.put(name, entry.getValue());
            }
            return settings;
        }

        private ModelException bad(String name) {
            return new ModelException("bad model description: file=" + file + ", " + name + "=" + value(name)
                    + "; copy the folder again or train again");
        }
    }
}
