package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.model.vectors.WordVectors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** Reads the rows of a binary word2vec file: a word, a blank, floats in little-endian order, perhaps a line end. */
final class Word2vecBinary {

    private final ByteSource in;
    private final Word2vecHead head;
    private final Path file;
    private int row;
    private long rowStart;

    Word2vecBinary(ByteSource in, Word2vecHead head, Path file) {
        this.in = in;
        this.head = head;
        this.file = file;
    }

    WordVectors read() throws IOException {
        VectorRows rows = new VectorRows(head.dimension(), head.words());
        byte[] bytes = new byte[head.dimension() * Float.BYTES];
        ByteBuffer floats = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (rows.rows() < head.words()) {
            skipLineEnds();
            row = rows.rows() + 1;
            rowStart = in.position();
            readWord(rows);
            int at = rows.startVector(this::place);
            if (in.read(bytes) < bytes.length) {
                throw cutShort();
            }
            floats.clear().asFloatBuffer().get(rows.values(), at, head.dimension());
            checkFinite(rows.values(), at);
        }
        skipLineEnds();
        if (in.peek() != ByteSource.END) {
            throw new DataException("more rows than the header says: file=" + file + ", words=" + head.words()
                    + ", byte=" + in.position() + "; the header is wrong");
        }
        return rows.vectors();
    }

    private void skipLineEnds() throws IOException {
        while (in.peek() == '\n' || in.peek() == '\r') {
            in.next();
        }
    }

    private void readWord(VectorRows rows) throws IOException {
        for (int letter = in.next(); letter != ' '; letter = in.next()) {
            if (letter == ByteSource.END) {
                throw cutShort();
            }
            rows.letter(letter, this::place);
        }
    }

    private void checkFinite(float[] values, int at) throws DataException {
        for (int j = 0; j < head.dimension(); j++) {
            if (!Float.isFinite(values[at + j])) {
                throw new DataException("not a finite number: " + place() + ", column=" + (j + 1) + ", value="
                        + values[at + j] + "; the file is damaged or no word2vec file");
            }
        }
    }

    private DataException cutShort() {
        return new DataException("file is cut short: " + place() + ", words=" + head.words() + ", end=" + in.position()
                + "; copy it again");
    }

    private String place() {
        return "file=" + file + ", row=" + row + ", byte=" + rowStart;
    }
}
