package dev.gradus.formats;

import dev.gradus.model.Table;
import dev.gradus.model.vectors.WordVectors;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Turns words and their vectors into the rows of a word2vec file. Any number of threads may use it at once. */
final class Word2vecRows {

    private final WordVectors vectors;
    private final boolean binary;

    Word2vecRows(WordVectors vectors, Word2vecFormat format) {
        this.vectors = vectors;
        this.binary = format.binary();
    }

    /** The rows {@code from} to {@code to}, as far as there are so many. Refuses what no reader would take. */
    byte[] bytes(int from, int to) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int end = Math.min(to, vectors.size());
        StringBuilder text = new StringBuilder();
        for (int id = from; id < end; id++) {
            text.setLength(0);
            text.append(word(id));
            requireFinite(id);
            if (binary) {
                out.writeBytes(text.append(' ').toString().getBytes(StandardCharsets.UTF_8));
                out.writeBytes(floats(id));
                out.write('\n');
            } else {
                appendNumbers(text, id);
                out.writeBytes(text.append('\n').toString().getBytes(StandardCharsets.UTF_8));
            }
        }
        return out.toByteArray();
    }

    private String word(int id) {
        String word = vectors.vocabulary().word(id);
        if (word.isEmpty() || word.chars().anyMatch(c -> c == ' ' || c == '\t' || c == '\n' || c == '\r')) {
            throw new IllegalArgumentException(
                    "word has a blank, which ends a word in such a file: row=" + (id + 1) + ", word=" + word);
        }
        return word;
    }

    private void requireFinite(int id) {
        Table table = vectors.table();
        for (int j = 0; j < table.width(); j++) {
            float value = table.values()[table.at(id) + j];
            if (!Float.isFinite(value)) {
                throw new IllegalArgumentException("not a finite number: row=" + (id + 1) + ", word="
                        + vectors.vocabulary().word(id) + ", column=" + (j + 1) + ", value=" + value);
            }
        }
    }

    private byte[] floats(int id) {
        Table table = vectors.table();
        byte[] bytes = new byte[table.width() * Float.BYTES];
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .put(table.values(), table.at(id), table.width());
        return bytes;
    }

    private void appendNumbers(StringBuilder text, int id) {
        Table table = vectors.table();
        for (int j = 0; j < table.width(); j++) {
            text.append(' ');
            FloatText.append(text, table.values()[table.at(id) + j]);
        }
    }
}
