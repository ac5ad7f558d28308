package dev.gradus.model.sparse;

import dev.gradus.model.ModelException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Numbers of features as text, a line each. Bytes and no strings, since there are millions. */
final class FeatureLines {

    private static final int[] POWERS = {
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
    };

    /** Numbers that a thread writes in one go. */
    private static final int RANGE = 1 << 18;

    private FeatureLines() {}

    static byte[] text(int[] ids) {
        int ranges = (ids.length + RANGE - 1) / RANGE;
        int[] ends = IntStream.range(0, ranges)
                .parallel()
                .map(range -> length(ids, range * RANGE))
                .toArray();
        Arrays.parallelPrefix(ends, Math::addExact);
        byte[] text = new byte[ranges == 0 ? 0 : ends[ranges - 1]];
        IntStream.range(0, ranges)
                .parallel()
                .forEach(range -> write(ids, range * RANGE, text, range == 0 ? 0 : ends[range - 1]));
        return text;
    }

    private static int end(int[] ids, int from) {
        return Math.min(ids.length, from + RANGE);
    }

    /** Writes the numbers of a range. */
    private static void write(int[] ids, int from, byte[] text, int place) {
        int end = place;
        for (int i = from; i < end(ids, from); i++) {
            int digits = digits(ids[i]);
            int at = end + digits;
            int left = ids[i];
            do { // from the last digit to the first
                text[--at] = (byte) ('0' + left % 10);
                left /= 10;
            } while (at > end);
            end += digits;
            text[end++] = '\n';
        }
    }

    private static int length(int[] ids, int from) {
        int length = 0;
        for (int i = from; i < end(ids, from); i++) {
            length += digits(ids[i]) + 1;
        }
        return length;
    }

    private static int digits(int id) {
        int digits = 1;
        while (digits < POWERS.length && id >= POWERS[digits]) {
            digits++;
        }
        return digits;
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
