package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFile;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Decides what happens to lines that are no rows, and counts them. Any thread may tell of one. */
public final class BadRows {

    private static final int BUFFER_BYTES = 1 << 16;

    /** Says where a bad row stands and what is wrong; may have to read the file for that. */
    private interface Text {
        String text() throws DataException;
    }

    /** A bad row; {@code at} is the order of those of one place. */
    private record Bad(Piece.Place place, long at, Text message) {

        boolean isBefore(Bad other) {
            int order = place.compareTo(other.place);
            return order != 0 ? order < 0 : at < other.at;
        }

        String describe() throws DataException {
            return message.text();
        }
    }

    private final boolean skip;
    private final long most;
    private long count;
    private @Nullable Bad first;

    /** With {@code skip}, bad rows are counted and refused only when there are more than {@code most}. */
    public BadRows(boolean skip, long most) {
        this.skip = skip;
        this.most = most;
    }

    /** Takes note of a bad row whose line begins at {@code line} of a piece's memory, or refuses the data. */
    void found(Piece piece, int line, BadRowException bad) throws DataException {
        SourceFile file = piece.file();
        long offset = piece.offset(line);
        int column = bad.index() - line + 1;
        found(new Bad(
                piece.place(),
                offset,
                () -> file.path() + ":" + (1 + lineEnds(file, offset)) + ":" + column + ": " + bad.getMessage()));
    }

    /** Takes note of a bad row that begins in a line, counted from 1, or refuses the data. */
    public void found(Piece.Place place, SourceFile file, long line, String what) throws DataException {
        found(new Bad(place, line, () -> file.path() + ":" + line + ": " + what));
    }

    /** The same for a row of a piece, whose line is counted from 1 at an index of its memory at which a line begins. */
    public void found(Piece piece, int from, long line, String what) throws DataException {
        SourceFile file = piece.file();
        long offset = piece.offset(from);
        found(new Bad(piece.place(), line, () -> file.path() + ":" + (line + lineEnds(file, offset)) + ": " + what));
    }

    synchronized long count() {
        return count;
    }

    /** The first of those that were found, with its place. */
    synchronized String first() throws DataException {
        return first == null ? "" : first.describe();
    }

    private void found(Bad bad) throws DataException {
        if (!skip) {
            throw new DataException(bad.describe());
        }
        note(bad);
    }

    private synchronized void note(Bad found) throws DataException {
        count++;
        if (first == null || found.isBefore(first)) {
            first = found;
        }
        if (count > most) {
            throw new DataException("too many bad rows: data.badRows=" + most + ", first: " + first.describe());
        }
    }

    /**
     * How many lines end before a place of a file. Reads the file again, since nobody counts lines unless one is bad.
     */
    private static long lineEnds(SourceFile file, long before) throws DataException {
        byte[] buffer = new byte[BUFFER_BYTES];
        long ends = 0;
        try (InputStream stream = file.open()) {
            for (long left = before; left > 0; ) {
                int read = stream.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (read < 0) {
                    throw new DataException("file became shorter while it was read: file=" + file.path());
                }
                for (int i = 0; i < read; i++) {
                    ends += buffer[i] == '\n' ? 1 : 0;
                }
                left -= read;
            }
        } catch (IOException e) {
            throw file.unreadable(e);
        }
        return ends;
    }
}
