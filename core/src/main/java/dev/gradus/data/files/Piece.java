package dev.gradus.data.files;

import org.jspecify.annotations.Nullable;

/** Some consecutive bytes of a file, for one thread to work on; holds others after each reading. */
public final class Piece {

    /** Bytes of the array that follow the last one of a piece at least, free to be written to. */
    public static final int SLACK = 16;

    /** Which piece of which file it is; the order of places is the order of the files. */
    public record Place(int file, long number) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return file != other.file ? Integer.compare(file, other.file) : Long.compare(number, other.number);
        }
    }

    private byte[] bytes = new byte[0];
    private int from;
    private int to;
    private long offset;
    private boolean last;
    private @Nullable SourceFile file;
    private Place place = new Place(0, 0);

    /** Room for that many bytes and the slack; what it held is lost. */
    byte[] room(int length) {
        if (bytes.length < length + SLACK) {
            bytes = new byte[length + SLACK];
        }
        return bytes;
    }

    /**
     * Says what the room was filled with: the piece is {@code from} to {@code to}, the room began at {@code offset}.
     */
    void set(SourceFile newFile, long newOffset, int newFrom, int newTo) {
        file = newFile;
        offset = newOffset;
        from = newFrom;
        to = newTo;
    }

    void set(Place newPlace, boolean newLast) {
        place = newPlace;
        last = newLast;
    }

    /** The memory in which the piece lies; may be changed. */
    public byte[] bytes() {
        return bytes;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    public int length() {
        return to - from;
    }

    /** Where the byte at an index of the memory stands in the file, after unpacking. */
    public long offset(int index) {
        return offset + index;
    }

    public Place place() {
        return place;
    }

    /** The file that the piece is of. */
    public SourceFile file() {
        if (file == null) {
            throw new IllegalStateException("piece was never read");
        }
        return file;
    }

    /** Whether the piece begins within a line, because the line is too long. */
    public boolean startsInLine() {
        return from > 0 && bytes[from - 1] != '\n';
    }

    /** Whether the last line goes on behind the piece, because it is too long. */
    public boolean endsInLine() {
        return !last && to > 0 && bytes[to - 1] != '\n';
    }
}
