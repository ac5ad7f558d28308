package dev.gradus.formats;

import dev.gradus.model.vectors.VectorFolder;
import dev.gradus.model.vectors.WordVectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Word vectors wherever they stand: a run folder, its model folder, or a word2vec file. */
public final class WordVectorsFile {

    private static final String MODEL = "model";

    private WordVectorsFile() {}

    /** Whether vectors of words seem to stand there; a model of another kind does not count. */
    public static boolean isOne(Path path) {
        return Files.isRegularFile(path) || VectorFolder.isOne(folder(path));
    }

    public static WordVectors load(Path path) throws IOException {
        return Files.isDirectory(path) ? VectorFolder.read(folder(path)).vectors() : Word2vecFile.read(path);
    }

    private static Path folder(Path path) {
        return Files.isDirectory(path.resolve(MODEL)) ? path.resolve(MODEL) : path;
    }
}
