package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import java.util.Locale;

/** The words of a piece. */
final class PieceWords {

    /** Is told of bytes that cannot stand in a text. */
    interface BadByte {
        void found(Piece.Place place, long offset, String complaint);
    }

    private PieceWords() {}

    /** Hands on the words; a byte that cannot stand in a text is refused with its place. */
    static void scan(Piece piece, Tokenizer tokenizer, WordSink sink) throws DataException {
        int end = tokenizer.scan(piece.bytes(), piece.from(), piece.to(), sink);
        if (end < piece.to()) {
            throw new DataException(complaint(piece, end));
        }
    }

    /** Hands on the words and passes over bytes that cannot stand in a text, which are told to {@code bad}. */
    static void scan(Piece piece, Tokenizer tokenizer, WordSink sink, BadByte bad) {
        int at = piece.from();
        while ((at = tokenizer.scan(piece.bytes(), at, piece.to(), sink)) < piece.to()) {
            bad.found(piece.place(), piece.offset(at), complaint(piece, at));
            at++;
        }
    }

    private static String complaint(Piece piece, int at) {
        byte found = piece.bytes()[at];
        String where = "file=" + piece.file().path() + ", offset=" + piece.offset(at);
        return found == 0
                ? "not a text, a NUL byte stands in it: " + where
                : String.format(Locale.ROOT, "not UTF-8: %s, byte=0x%02x; convert it first", where, found & 0xFF);
    }
}
