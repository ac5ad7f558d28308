package dev.gradus.data.files;

/**
 * Cuts after the first end of a line from a border on. A line of which more than {@code mostLook} bytes follow a border
 * is cut at the border; {@link Piece#startsInLine} and {@link Piece#endsInLine} tell.
 */
public record LineCutter(int pieceBytes, int look, int mostLook) implements Cutter {

    @Override
    public int cut(byte[] bytes, int border, int limit, boolean ends) {
        for (int at = border - 1; at < limit; at++) {
            if (bytes[at] == '\n') {
                return at + 1;
            }
        }
        if (ends) {
            return limit;
        }
        return limit - border < mostLook ? UNKNOWN : border;
    }
}
