package dev.gradus.model.vectors;

import dev.gradus.data.DataException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads the lines of a test set. */
final class TestLines {

    /** The known sets have less than 1 MB; a file far beyond that is something else. */
    private static final long MOST_BYTES = 64 << 20;

    private TestLines() {}

    static List<String> read(Path file) throws DataException {
        try {
            if (Files.isDirectory(file)) {
                throw new DataException("not a file: file=" + file + "; name a test set");
            }
            long bytes = Files.size(file);
            if (bytes > MOST_BYTES) {
                throw new DataException(
                        "file is too large for a test set: file=" + file + ", bytes=" + bytes + ", most=" + MOST_BYTES);
            }
            return Files.readAllLines(file);
        } catch (DataException e) {
            throw e;
        } catch (NoSuchFileException e) {
            throw new DataException("file not found: file=" + file, e);
        } catch (CharacterCodingException e) {
            throw new DataException("file is not text in UTF-8: file=" + file, e);
        } catch (IOException e) {
            throw new DataException("cannot read file: file=" + file + ", " + e.getMessage(), e);
        }
    }
}
