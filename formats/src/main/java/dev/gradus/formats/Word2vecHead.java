package dev.gradus.formats;

import dev.gradus.data.DataException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the start of a word2vec file says: whether rows are text or binary, how many there are, of which dimension, and
 * how many bytes the header takes. Without header, rows are text, {@code words} is 0 and the first row tells the
 * dimension.
 */
record Word2vecHead(boolean binary, int words, int dimension, int bytes) {

    /** Far above any model of words, far below what could fill the memory by itself. */
    static final int MOST_DIMENSION = 1 << 16;

    private static final String NUMBER_LETTERS = "0123456789+-.eE \t";
    private static final Pattern HEADER = Pattern.compile("\\s*(\\d{1,18})[ \\t]+(\\d{1,18})[ \\t\\r]*");
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");

    /** Reads the start of a file of {@code fileBytes}, and refuses figures that it cannot hold. */
    static Word2vecHead of(byte[] start, long fileBytes, Path file) throws DataException {
        int end = indexOf(start, '\n', 0, start.length);
        if (end < 0 && start.length < fileBytes) {
            throw notWord2vec(file, "the first line does not end within " + start.length + " bytes");
        }
        String line = new String(start, 0, end < 0 ? start.length : end, StandardCharsets.ISO_8859_1);
        Matcher matcher = HEADER.matcher(line);
        return matcher.matches()
                ? withHeader(start, line.length() + 1, matcher, fileBytes, file)
                : new Word2vecHead(false, 0, dimension(line, file), 0);
    }

    private static int dimension(String line, Path file) throws DataException {
        String[] fields = line.strip().split("[ \\t]+", -1);
        if (fields.length < 2 || !NUMBER.matcher(fields[1]).matches()) {
            throw notWord2vec(file, "the first line is neither 'WORDS DIMENSION' nor a word and numbers");
        }
        if (fields.length - 1 > MOST_DIMENSION) {
            throw notWord2vec(file, "the first line has " + (fields.length - 1) + " numbers");
        }
        return fields.length - 1;
    }

    private static DataException notWord2vec(Path file, String problem) {
        return new DataException("not a word2vec file: file=" + file + ", line=1, " + problem);
    }

    private static Word2vecHead withHeader(byte[] start, int at, Matcher matcher, long fileBytes, Path file)
            throws DataException {
        long words = Long.parseLong(matcher.group(1));
        long dimension = Long.parseLong(matcher.group(2));
        if (dimension < 1 || dimension > MOST_DIMENSION) {
            throw new DataException("dimension is out of range: file=" + file + ", line=1, dimension=" + dimension
                    + ", most=" + MOST_DIMENSION + "; it is no word2vec file or the header is damaged");
        }
        boolean binary = isBinary(start, at, (int) dimension);
        // A word of one letter, a blank, and the shortest numbers; the last line need not end.
        long rowBytes = 2 + dimension * (binary ? Float.BYTES : 2);
        if (words < 1 || words > (fileBytes - at + 1) / rowBytes) {
            throw new DataException("header does not fit the file: file=" + file + ", line=1, words=" + words
                    + ", dimension=" + dimension + ", bytes=" + fileBytes
                    + "; the file is cut short or the header is wrong");
        }
        if (words * dimension > Integer.MAX_VALUE - 8) {
            throw new DataException("vectors are too many for one array: file=" + file + ", words=" + words
                    + ", dimension=" + dimension);
        }
        return new Word2vecHead(binary, (int) words, (int) dimension, at);
    }

    /**
     * Looks at the first row behind the header: as text it has a blank and a character at least for each number, all of
     * them printable. The bytes of floats have not, and if a line end is among the first of them, what stands before it
     * does not look like numbers.
     */
    private static boolean isBinary(byte[] start, int from, int dimension) {
        int at = from;
        while (at < start.length && start[at] != ' ' && start[at] != '\t') {
            at++;
        }
        int first = at + 1;
        boolean numbers = true;
        for (int i = first; i < Math.min(start.length, first + 2 * dimension - 1); i++) {
            if (start[i] == '\n' || start[i] == '\r') {
                return i == first || !numbers;
            }
            boolean printable = start[i] >= ' ' && start[i] < 0x7F;
            if (!printable && start[i] != '\t') {
                return true;
            }
            numbers &= NUMBER_LETTERS.indexOf(start[i]) >= 0;
        }
        return false;
    }

    private static int indexOf(byte[] bytes, char wanted, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return -1;
    }
}
