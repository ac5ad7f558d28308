package dev.gradus.model.sparse;

import dev.gradus.model.Layout;
import dev.gradus.model.ListedFolder;
import dev.gradus.model.ModelDescription;
import dev.gradus.model.ModelException;
import dev.gradus.model.Safetensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A trained model of sparse rows as a folder: {@code model.safetensors} has the tensors {@code bias} and
 * {@code weights}, {@code features.txt} the number of the feature that each weight is of, line by line and ascending;
 * features that are not there have the weight 0. {@code model.json} has kind, settings and what the other two must be.
 */
public final class SparseFolder {

    public static final String FEATURES = "features.txt";

    private static final String BIAS = "bias";
    private static final String WEIGHTS = "weights";
    private static final String COUNT = "features";
    private static final String SPACE = "featureSpace";
    private static final String HASH = "featuresHash";

    private final String kind;
    private final Map<String, Object> settings;
    private final SparseWeights weights;

    private SparseFolder(String kind, Map<String, Object> settings, SparseWeights weights) {
        this.kind = kind;
        this.settings = settings;
        this.weights = weights;
    }

    /** Whether the folder looks like one that {@link #write} made. */
    public static boolean isOne(Path folder) {
        return Files.isRegularFile(folder.resolve(FEATURES));
    }

    /** Writes a model, over an earlier one if there is one. When something fails, nothing is left behind. */
    public static void write(Path folder, String kind, Map<String, Object> settings, SparseWeights weights)
            throws IOException {
        int count = weights.size();
        float[] tensors = new float[count + 1];
        tensors[0] = weights.bias();
        System.arraycopy(weights.weights(), 0, tensors, 1, count);
        Layout layout = new Layout(
                List.of(new Layout.Block(BIAS, 0, List.of(1)), new Layout.Block(WEIGHTS, 1, List.of(count))));
        Safetensors packed = new Safetensors(layout, tensors, Map.of("format", "gradus", "kind", kind));
        ListedFolder.Listing listing = new ListedFolder.Listing(FEATURES, FeatureLines.text(weights.ids()));
        Map<String, Object> own = new LinkedHashMap<>();
        own.put(COUNT, count);
        own.put(SPACE, weights.space());
        own.put(HASH, listing.hash());
        ListedFolder.write(folder, packed, listing, ModelDescription.text(kind, own, settings, packed));
    }

    /** Reads a model back and checks that its files belong together. */
    public static SparseFolder read(Path folder) throws IOException {
        ModelDescription description = ModelDescription.read(folder);
        Safetensors tensors = description.tensors();
        int count = description.count(COUNT, 0);
        List<Layout.Block> blocks = tensors.layout().blocks();
        if (blocks.size() != 2
                || !blocks.get(0).name().equals(BIAS)
                || !blocks.get(1).name().equals(WEIGHTS)
                || tensors.parameters().length != count + 1) {
            throw new ModelException("not a model of sparse rows: folder=" + folder + ", tensors="
                    + tensors.layout().fingerprint() + ", features=" + count + "; name a folder that training wrote");
        }
        byte[] text = Files.readAllBytes(folder.resolve(FEATURES));
        String hash = new ListedFolder.Listing(FEATURES, text).hash();
        if (!hash.equals(description.text(HASH))) {
            throw new ModelException("features were changed since they were written: folder=" + folder + ", hash="
                    + hash + ", expected=" + description.text(HASH) + "; copy the folder again or train again");
        }
        float[] weights = new float[count];
        System.arraycopy(tensors.parameters(), 1, weights, 0, count);
        if (!(description.value(SPACE) instanceof Long space)) {
            throw new ModelException("bad model description: folder=" + folder + ", " + SPACE + "="
                    + description.value(SPACE) + "; copy the folder again or train again");
        }
        int[] ids = FeatureLines.ids(folder.resolve(FEATURES), text, count);
        SparseWeights read = new SparseWeights(ids, weights, tensors.parameters()[0], space);
        return new SparseFolder(description.kind(), Collections.unmodifiableMap(description.settings()), read);
    }

    public String kind() {
        return kind;
    }

    /** Scalars by job key: text, Long, Double or Boolean. */
    public Map<String, Object> settings() {
        return settings;
    }

    public SparseWeights weights() {
        return weights;
    }
}
