package dev.gradus.model.vectors;

import dev.gradus.data.text.Vocabulary;
import dev.gradus.model.ModelException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The words of a saved model as text: a line {@code word count} for each row of its vectors, in their order. Unlike a
 * vocabulary for a text, it is not sorted, and words may have blanks, since other tools allow them.
 */
final class WordLines {

    private WordLines() {}

    static String text(Vocabulary vocabulary) {
        StringBuilder text = new StringBuilder();
        for (int id = 0; id < vocabulary.size(); id++) {
            String word = vocabulary.word(id);
            if (word.isEmpty() || word.chars().anyMatch(c -> c == '\n' || c == '\r')) {
                throw new IllegalArgumentException("word does not fit a line: id=" + id + ", word=" + word);
            }
            text.append(word).append(' ').append(vocabulary.count(id)).append('\n');
        }
        return text.toString();
    }

    /** Reads the file, which must have so many lines. */
    static Vocabulary read(Path file, int words) throws IOException {
        List<String> lines = lines(file);
        if (lines.size() != words) {
            throw new ModelException("vocabulary does not fit the vectors: file=" + file + ", lines=" + lines.size()
                    + ", vectors=" + words + "; copy the folder again or train again");
        }
        List<String> listed = new ArrayList<>(words);
        long[] counts = new long[words];
        Set<String> seen = new HashSet<>();
        for (int id = 0; id < words; id++) {
            String line = lines.get(id);
            int blank = line.lastIndexOf(' ');
            counts[id] = blank < 1 ? -1 : count(line.substring(blank + 1));
            if (counts[id] < 0) {
                throw bad(file, id, "expected a word and its count");
            }
            listed.add(line.substring(0, blank));
            if (!seen.add(listed.get(id))) {
                throw bad(file, id, "the word stands twice");
            }
        }
        return new Vocabulary(listed, counts);
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readString(file).lines().toList();
        } catch (NoSuchFileException e) {
            throw new ModelException("model file is missing: file=" + file + "; name a folder that training wrote", e);
        } catch (CharacterCodingException e) {
            throw new ModelException(
                    "vocabulary is not text in UTF-8: file=" + file + "; copy the folder again or train again", e);
        }
    }

    private static long count(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
    }

    private static ModelException bad(Path file, int id, String problem) {
        return new ModelException("bad vocabulary: file=" + file + ", line=" + (id + 1) + ", " + problem
                + "; copy the folder again or train again");
    }
}
