package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.model.vectors.WordVectors;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a word2vec file in text: a word and its numbers on each line, between blanks or tabs. */
final class Word2vecText {

    /** No float needs more. */
    private static final int MOST_NUMBER_LETTERS = 64;

    private final ByteSource in;
    private final Word2vecHead head;
    private final Path file;
    private final char[] number = new char[MOST_NUMBER_LETTERS];
    private int numberLength;
    private long line;

    Word2vecText(ByteSource in, Word2vecHead head, Path file) {
        this.in = in;
        this.head = head;
        this.file = file;
        this.line = head.words() > 0 ? 2 : 1;
    }

    WordVectors read() throws IOException {
        VectorRows rows = new VectorRows(head.dimension(), Math.max(1, head.words()));
        while (!atEnd()) {
            if (hasHeader() && rows.rows() == head.words()) {
                throw new DataException("more rows than the header says: " + place() + ", words=" + head.words()
                        + "; the header is wrong");
            }
            readWord(rows);
            int at = rows.startVector(this::place);
            readNumbers(rows.values(), at);
            line++;
        }
        if (rows.rows() < head.words()) {
            throw new DataException("file is cut short: " + place() + ", rows=" + rows.rows() + ", words="
                    + head.words() + "; copy it again");
        }
        return rows.vectors();
    }

    private boolean hasHeader() {
        return head.words() > 0;
    }

    /** Empty lines may stand at the end, and nowhere else. */
    private boolean atEnd() throws IOException {
        long first = line;
        while (in.peek() == '\n' || in.peek() == '\r') {
            line += in.next() == '\n' ? 1 : 0;
        }
        boolean end = in.peek() == ByteSource.END;
        if (!end && line > first) {
            throw new DataException("line is empty: file=" + file + ", line=" + first);
        }
        return end;
    }

    private void readWord(VectorRows rows) throws IOException {
        while (!isSeparator(in.peek()) && !isLineEnd(in.peek())) {
            rows.letter(in.next(), this::place);
        }
    }

    private void readNumbers(float[] values, int at) throws IOException {
        int count = 0;
        while (readNumber()) {
            if (count < head.dimension()) {
                values[at + count] = value(count);
            }
            count++;
        }
        if (count != head.dimension()) {
            boolean last = count < head.dimension() && in.peek() == ByteSource.END;
            throw new DataException(
                    "row has another width than " + (hasHeader() ? "the header says" : "the first") + ": "
                            + place() + ", numbers=" + count + ", expected=" + head.dimension()
                            + (last ? "; the file is cut short, copy it again" : ""));
        }
        while (in.peek() == '\r') {
            in.next();
        }
        in.next();
    }

    /** Reads the letters of the next number of the line, if there is one. */
    private boolean readNumber() throws IOException {
        while (isSeparator(in.peek())) {
            in.next();
        }
        numberLength = 0;
        while (!isSeparator(in.peek()) && !isLineEnd(in.peek())) {
            if (numberLength == MOST_NUMBER_LETTERS) {
                throw new DataException(
                        "number is too long: " + place() + ", most=" + MOST_NUMBER_LETTERS + " letters");
            }
            number[numberLength++] = (char) in.next();
        }
        return numberLength > 0;
    }

    private float value(int column) throws DataException {
        float value;
        try {
            value = FloatText.parse(number, 0, numberLength);
        } catch (NumberFormatException e) {
            throw notFinite(column, e);
        }
        if (!Float.isFinite(value)) {
            throw notFinite(column, null);
        }
        return value;
    }

    private DataException notFinite(int column, @Nullable Exception cause) {
        String message = "not a finite number: " + place() + ", column=" + (column + 1) + ", value="
                + new String(number, 0, numberLength);
        return cause == null ? new DataException(message) : new DataException(message, cause);
    }

    private static boolean isSeparator(int letter) {
        return letter == ' ' || letter == '\t';
    }

    private static boolean isLineEnd(int letter) {
        return letter == '\n' || letter == '\r' || letter == ByteSource.END;
    }

    private String place() {
        return "file=" + file + ", line=" + line;
    }
}
