package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.files.FilePass;
import dev.gradus.data.files.Piece;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Finds where lines begin, many bytes at a time, and refuses files in which a line may be no row: one that is empty,
 * begins with a blank or a mark of byte order, or may have a comment. Of one thread.
 */
final class LineScan implements FilePass.Worker {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NEW_LINES = 0x0A0A0A0A0A0A0A0AL;
    private static final long COMMENTS = 0x2323232323232323L;
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private final LineLook look;
    private final List<LineIndex.Part> parts = new ArrayList<>();
    private int[] groups = new int[64];
    private int rows;

    LineScan(LineLook look) {
        this.look = look;
    }

    List<LineIndex.Part> parts() {
        return parts;
    }

    long space() {
        return look.space();
    }

    @Override
    public void work(Piece piece) throws DataException {
        if (piece.startsInLine() || piece.endsInLine()) {
            throw new UnsuitedException("line is too long: file=" + piece.file().path());
        }
        byte[] bytes = piece.bytes();
        int to = piece.to();
        rows = 0;
        long also = look.mayHaveComments() ? COMMENTS : NEW_LINES;
        for (int start = piece.from(); start < to; ) {
            int end = Math.min(to, end(bytes, start, also));
            if (end < to && bytes[end] != '\n') {
                throw new UnsuitedException(
                        "lines may have comments: file=" + piece.file().path());
            }
            line(piece, start, end);
            start = end + 1;
        }
        if (rows == 0) {
            return; // all of it was part of a line of the piece before
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes, piece.from(), piece.length());
        int[] found = Arrays.copyOf(groups, (rows + LineIndex.GROUP_ROWS - 1) / LineIndex.GROUP_ROWS);
        LineIndex.Bytes lines = new LineIndex.Bytes(
                piece.place(), piece.file(), piece.offset(piece.from()), piece.length(), (int) crc.getValue());
        parts.add(new LineIndex.Part(lines, rows, found));
    }

    /**
     * The place of the first byte that ends a line or that {@code also} consists of, or one near the end of the array.
     * 32 bytes at a time as long as there is none, because a line has hundreds.
     */
    private static int end(byte[] bytes, int from, long also) {
        int at = from;
        int last = bytes.length - 4 * Long.BYTES;
        while (at <= last) {
            long any = wanted((long) LONGS.get(bytes, at), also)
                    | wanted((long) LONGS.get(bytes, at + Long.BYTES), also)
                    | wanted((long) LONGS.get(bytes, at + 2 * Long.BYTES), also)
                    | wanted((long) LONGS.get(bytes, at + 3 * Long.BYTES), also);
            if (any != 0) {
                break;
            }
            at += 4 * Long.BYTES;
        }
        for (; at <= bytes.length - Long.BYTES; at += Long.BYTES) {
            long found = wanted((long) LONGS.get(bytes, at), also);
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        return at;
    }

    /** Not 0 if one of eight bytes ends a line or is what {@code also} consists of; its lowest bit is in the first. */
    private static long wanted(long unit, long also) {
        long ends = unit ^ NEW_LINES;
        long others = unit ^ also;
        return ((ends - ONES & ~ends) | (others - ONES & ~others)) & HIGH_BITS;
    }

    private void line(Piece piece, int from, int to) throws DataException {
        if (to == from || piece.bytes()[from] <= ' ' || to - from > RowReader.MOST_LINE_BYTES) {
            throw new UnsuitedException(
                    "lines may be no rows: file=" + piece.file().path());
        }
        look.line(piece.bytes(), from, to);
        if (rows % LineIndex.GROUP_ROWS == 0) {
            int group = rows / LineIndex.GROUP_ROWS;
            if (group == groups.length) {
                groups = Arrays.copyOf(groups, 2 * group);
            }
            groups[group] = from - piece.from();
        }
        rows++;
    }
}
