package dev.gradus.model.sparse;

import dev.gradus.model.ModelException;
import java.nio.file.Path;
import java.util.Arrays;

/** Numbers of features as text, a line each. Bytes and no strings, since there are millions. */
final class FeatureLines {

    /** Digits of the largest int, and the end of the line. */
    private static final int MOST_BYTES = 11;

    private FeatureLines() {}

    static byte[] text(int[] ids) {
        byte[] text = new byte[Math.max(64, ids.length * 4)];
        int end = 0;
        for (int id : ids) {
            if (text.length - end < MOST_BYTES) {
                text = Arrays.copyOf(text, Math.addExact(text.length, Math.max(MOST_BYTES, text.length >> 1)));
            }
            int from = end;
            int left = id;
            do {
                text[end++] = (byte) ('0' + left % 10);
                left /= 10;
            } while (left > 0);
            reverse(text, from, end);
            text[end++] = '\n';
        }
        return Arrays.copyOf(text, end);
    }

    private static void reverse(byte[] text, int from, int to) {
        for (int low = from, high = to - 1; low < high; low++, high--) {
            byte swapped = text[low];
            text[low] = text[high];
            text[high] = swapped;
        }
    }

    /** The numbers of a text, which must be so many and ascend; {@code file} is named when they do not. */
    static int[] ids(Path file, byte[] text, int count) throws ModelException {
        int[] ids = new int[count];
        int at = 0;
        for (int i = 0; i < count; i++) {
            int from = at;
            long id = 0;
            while (at < text.length && text[at] >= '0' && text[at] <= '9' && id <= Integer.MAX_VALUE) {
                id = id * 10 + text[at++] - '0';
            }
            boolean ends = at > from && at < text.length && text[at] == '\n';
            if (!ends || id > Integer.MAX_VALUE || (i > 0 && id <= ids[i - 1])) {
                throw bad(file, i);
            }
            ids[i] = (int) id;
            at++;
        }
        if (at != text.length) {
            throw bad(file, count);
        }
        return ids;
    }

    private static ModelException bad(Path file, int line) {
        return new ModelException("bad list of features: file=" + file + ", line=" + (line + 1)
                + ", expected whole numbers that ascend, one for each weight; copy the folder again or train again");
    }
}
