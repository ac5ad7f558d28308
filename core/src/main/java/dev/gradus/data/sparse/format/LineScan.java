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
 * Finds where lines begin, eight bytes at a time, and refuses files in which a line may be no row: one that is empty,
 * begins with a blank or a mark of byte order, or may have a comment. Of one thread.
 */
final class LineScan implements FilePass.Worker {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NEW_LINES = 0x0A0A0A0A0A0A0A0AL;
    private static final long COMMENTS = 0x2323232323232323L;
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;

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
        boolean comments = look.mayHaveComments();
        int start = piece.from();
        for (int at = start; at < to; at += Long.BYTES) {
            long unit = (long) LONGS.get(bytes, at);
            if (comments && zeros(unit ^ COMMENTS) != 0) {
                refuseComment(piece, at);
            }
            for (long ends = zeros(unit ^ NEW_LINES); ends != 0; ends &= ends - 1) {
                int end = at + (Long.numberOfTrailingZeros(ends) >>> 3);
                if (end >= to) {
                    break;
                }
                line(piece, start, end);
                start = end + 1;
            }
        }
        if (start < to) {
            line(piece, start, to);
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

    /** Bytes behind the piece are not looked at as such. */
    private static void refuseComment(Piece piece, int from) throws DataException {
        for (int at = from; at < Math.min(from + Long.BYTES, piece.to()); at++) {
            if (piece.bytes()[at] == '#') {
                throw new UnsuitedException(
                        "lines may have comments: file=" + piece.file().path());
            }
        }
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

    /** The highest bit of every byte that is 0, and no other. */
    private static long zeros(long unit) {
        return ~(((unit & LOW_BITS) + LOW_BITS) | unit | LOW_BITS);
    }
}
