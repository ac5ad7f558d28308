package dev.gradus.model.vectors;

import dev.gradus.data.text.Vocabulary;
import dev.gradus.model.Layout;
import dev.gradus.model.ListedFolder;
import dev.gradus.model.ModelDescription;
import dev.gradus.model.ModelException;
import dev.gradus.model.Safetensors;
import dev.gradus.model.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A trained model of words as a folder: {@code model.safetensors} holds a tensor for each table, without padding,
 * {@code vocabulary.txt} a word and its count for each row, {@code model.json} kind, settings and what the other two
 * must be. The vectors of the words are the table {@code input}. Immutable.
 */
public final class VectorFolder {

    public static final String VOCABULARY = "vocabulary.txt";

    /** The table of the words' vectors. */
    public static final String INPUT = "input";

    private final String kind;
    private final Map<String, Object> settings;
    private final Vocabulary vocabulary;
    private final Safetensors tensors;

    private VectorFolder(String kind, Map<String, Object> settings, Vocabulary vocabulary, Safetensors tensors) {
        this.kind = kind;
        this.settings = settings;
        this.vocabulary = vocabulary;
        this.tensors = tensors;
    }

    /** Whether the folder looks like one that {@link #write} made. */
    public static boolean isOne(Path folder) {
        return Files.isRegularFile(folder.resolve(VOCABULARY));
    }

    /**
     * Writes a model, over an earlier one if there is one; the first table is {@link #INPUT}. When something fails,
     * nothing is left behind. Takes memory for a copy of the tables.
     */
    public static void write(
            Path folder, String kind, Map<String, Object> settings, Vocabulary vocabulary, List<Table> tables)
            throws IOException {
        if (tables.isEmpty()
                || !tables.get(0).name().equals(INPUT)
                || tables.get(0).rows() != vocabulary.size()) {
            throw new IllegalArgumentException("the first table is not that of the words: words=" + vocabulary.size()
                    + ", tables=" + tables.size());
        }
        Safetensors tensors = pack(kind, tables);
        ListedFolder.Listing listing = new ListedFolder.Listing(VOCABULARY, WordLines.text(vocabulary));
        Map<String, Object> own = new LinkedHashMap<>();
        own.put("words", vocabulary.size());
        own.put("dimension", tables.get(0).width());
        own.put("vocabularyHash", listing.hash());
        String description = ModelDescription.text(kind, own, settings, tensors);
        ListedFolder.write(folder, tensors, listing, description);
    }

    private static Safetensors pack(String kind, List<Table> tables) {
        List<Layout.Block> blocks = new ArrayList<>();
        int size = 0;
        for (Table table : tables) {
            // A bias is a vector; everything else is a matrix.
            boolean vector = table.width() == 1 && !table.name().equals(INPUT);
            List<Integer> dimensions = vector ? List.of(table.rows()) : List.of(table.rows(), table.width());
            blocks.add(new Layout.Block(table.name(), size, dimensions));
            size = Math.addExact(size, Math.multiplyExact(table.rows(), table.width()));
        }
        float[] parameters = new float[size];
        for (int i = 0; i < tables.size(); i++) {
            tables.get(i).copyTo(parameters, blocks.get(i).from());
        }
        return new Safetensors(new Layout(blocks), parameters, Map.of("format", "gradus", "kind", kind));
    }

    /** Reads a model back and checks that its files belong together. */
    public static VectorFolder read(Path folder) throws IOException {
        ModelDescription description = ModelDescription.read(folder);
        Safetensors tensors = description.tensors();
        List<Layout.Block> blocks = tensors.layout().blocks();
        int words = description.count("words", 1);
        int dimension = description.count("dimension", 1);
        if (blocks.isEmpty()
                || !blocks.get(0).name().equals(INPUT)
                || !blocks.get(0).dimensions().equals(List.of(words, dimension))) {
            throw new ModelException("not the vectors of words: folder=" + folder + ", tensors="
                    + tensors.layout().fingerprint() + ", words=" + words + ", dimension=" + dimension
                    + "; name a folder that training wrote");
        }
        Vocabulary vocabulary = WordLines.read(folder.resolve(VOCABULARY), words);
        String hash = new ListedFolder.Listing(VOCABULARY, WordLines.text(vocabulary)).hash();
        if (!hash.equals(description.text("vocabularyHash"))) {
            throw new ModelException("vocabulary was changed since it was written: folder=" + folder + ", hash=" + hash
                    + ", expected=" + description.text("vocabularyHash") + "; copy the folder again or train again");
        }
        return new VectorFolder(
                description.kind(), Collections.unmodifiableMap(description.settings()), vocabulary, tensors);
    }

    public String kind() {
        return kind;
    }

    /** Scalars by job key: text, Long, Double or Boolean. */
    public Map<String, Object> settings() {
        return settings;
    }

    public Vocabulary vocabulary() {
        return vocabulary;
    }

    /** The tables in the order in which they were written. */
    public List<Table> tables() {
        return tensors.layout().blocks().stream().map(this::table).toList();
    }

    private Table table(Layout.Block block) {
        int rows = block.dimensions().isEmpty() ? 1 : block.dimensions().get(0);
        int width = rows == 0 ? 1 : block.size() / rows;
        return new Table(block.name(), rows, width, width, tensors.parameters(), block.from());
    }

    /** The vectors of the words. */
    public WordVectors vectors() {
        return new WordVectors(vocabulary, tables().get(0));
    }
}
