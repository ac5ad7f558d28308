package dev.gradus.model;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import dev.gradus.math.ParametersHash;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code model.json} of a model folder: kind, settings and what tensors stand beside it. Immutable. */
public final class ModelDescription {

    /** Raised when a reader of today could misunderstand what is written. */
    private static final long FORMAT = 1;

    /** Descriptions are a few kilobytes; a larger file is something else. */
    private static final long MAX_BYTES = 16 << 20;

    private final Path folder;
    private final Path file;
    private final Map<String, Object> members;

    private ModelDescription(Path folder, Path file, Map<String, Object> members) {
        this.folder = folder;
        this.file = file;
        this.members = members;
    }

    /** The text of a description; {@code own} are members that models of this sort have beyond those of all. */
    public static String text(String kind, Map<String, ?> own, Map<String, ?> settings, Safetensors tensors) {
        settings.forEach((name, value) -> {
            if (!isScalar(value)) {
                throw new IllegalArgumentException(
                        "setting is not a text, finite number or flag: " + name + "=" + value);
            }
        });
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("format", FORMAT);
        description.put("kind", kind);
        description.putAll(own);
        description.put("settings", settings);
        description.put("parameters", tensors.parameters().length);
        description.put("parametersHash", ParametersHash.of(tensors.parameters()));
        description.put("layout", layout(tensors.layout()));
        return Json.pretty(description) + "\n";
    }

    /** What the description says of a layout: names and dimensions, from which everything else follows. */
    private static List<Object> layout(Layout layout) {
        return layout.blocks().stream().<Object>map(ModelDescription::block).toList();
    }

    private static Map<String, Object> block(Layout.Block block) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", block.name());
        entry.put(
                "dimensions",
                block.dimensions().stream().map(Integer::longValue).toList());
        return entry;
    }

    /** Reads the description of a model folder. */
    public static ModelDescription read(Path folder) throws IOException {
        Path file = folder.resolve(ModelFolder.DESCRIPTION);
        ModelDescription description = new ModelDescription(folder, file, parse(folder, file));
        if (!Long.valueOf(FORMAT).equals(description.value("format"))) {
            throw new ModelException(
                    "model is of another version: file=" + file + ", format=" + description.value("format")
                            + ", expected=" + FORMAT + "; read it with the version that wrote it");
        }
        return description;
    }

    private static Map<String, Object> parse(Path folder, Path file) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new ModelException(
                    "model folder is missing: folder=" + folder + "; name the folder 'model' of a run that ended well");
        }
        try {
            long bytes = Files.size(file);
            if (bytes > MAX_BYTES) {
                throw new ModelException("model description is too large: file=" + file + ", bytes=" + bytes + ", most="
                        + MAX_BYTES + "; name a folder that training wrote");
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

    /** Reads the tensors beside it and checks that the two files belong together, bit by bit. */
    public Safetensors tensors() throws IOException {
        Safetensors tensors = Safetensors.read(folder.resolve(ModelFolder.TENSORS));
        if (!layout(tensors.layout()).equals(value("layout"))) {
            throw new ModelException("layouts differ: folder=" + folder + ", " + ModelFolder.TENSORS + "="
                    + tensors.layout().fingerprint() + ", " + ModelFolder.DESCRIPTION + "=" + value("layout")
                    + "; the files are of different models, copy the folder again or train again");
        }
        String hash = ParametersHash.of(tensors.parameters());
        if (!hash.equals(value("parametersHash"))) {
            throw new ModelException("parameters were changed since they were written: folder=" + folder + ", hash="
                    + hash + ", expected=" + value("parametersHash") + "; copy the folder again or train again");
        }
        return tensors;
    }

    public String kind() throws ModelException {
        return text("kind");
    }

    public @Nullable Object value(String name) {
        return members.get(name);
    }

    public String text(String name) throws ModelException {
        if (value(name) instanceof String text) {
            return text;
        }
        throw bad(name);
    }

    /** A whole number of {@code least} at least. */
    public int count(String name, int least) throws ModelException {
        if (value(name) instanceof Long number && number >= least && number <= Integer.MAX_VALUE) {
            return number.intValue();
        }
        throw bad(name);
    }

    /** Scalars by job key: text, Long, Double or Boolean. */
    public Map<String, Object> settings() throws ModelException {
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

    private static boolean isScalar(@Nullable Object value) {
        boolean finite = value instanceof Number number && Double.isFinite(number.doubleValue());
        return finite || value instanceof String || value instanceof Boolean;
    }

    private ModelException bad(String name) {
        return new ModelException("bad model description: file=" + file + ", " + name + "=" + value(name)
                + "; copy the folder again or train again");
    }
}
