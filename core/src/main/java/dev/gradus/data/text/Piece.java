package dev.gradus.data.text;

import dev.gradus.data.DataException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Some consecutive bytes of a text, for one thread to work on; holds others after each reading. */
final class Piece {

    /** Which piece of which file it is; the order of places is the order of the text. */
    record Place(int file, long number) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return file != other.file ? Integer.compare(file, other.file) : Long.compare(number, other.number);
        }
    }

    private byte[] bytes = new byte[0];
    private int from;
    private int to;
    private long offset;
    private @Nullable TextFile file;
    private Place place = new Place(0, 0);

    /** Room for that many bytes and the slack that tokenisers need; what it held is lost. */
    byte[] room(int length) {
        if (bytes.length < length + Tokenizer.SLACK) {
            bytes = new byte[length + Tokenizer.SLACK];
        }
        return bytes;
    }

    /** Says what the room was filled with: the text is {@code from} to {@code to}, the room began at {@code offset}. */
    void set(TextFile newFile, long newOffset, int newFrom, int newTo) {
        file = newFile;
        offset = newOffset;
        from = newFrom;
        to = newTo;
    }

    void set(Place newPlace) {
        place = newPlace;
    }

    Place place() {
        return place;
    }

    int length() {
        return to - from;
    }

    /** Hands on the words; a byte that cannot stand in a text is refused with its place. */
    void scan(Tokenizer tokenizer, WordSink sink) throws DataException {
        int end = tokenizer.scan(bytes, from, to, sink);
        if (end < to) {
            throw new DataException(complaint(end));
        }
    }

    /** Hands on the words and passes over bytes that cannot stand in a text, which are told to {@code bad}. */
    void scan(Tokenizer tokenizer, WordSink sink, BadByte bad) {
        int at = from;
        while ((at = tokenizer.scan(bytes, at, to, sink)) < to) {
            bad.found(place, offset + at, complaint(at));
            at++;
        }
    }

    /** Is told of bytes that cannot stand in a text. */
    interface BadByte {
        void found(Place place, long offset, String complaint);
    }

    private String complaint(int at) {
        String where = "file=" + (file == null ? "" : file.path()) + ", offset=" + (offset + at);
        return bytes[at] == 0
                ? "not a text, a NUL byte stands in it: " + where
                : String.format(Locale.ROOT, "not UTF-8: %s, byte=0x%02x; convert it first", where, bytes[at] & 0xFF);
    }
}
