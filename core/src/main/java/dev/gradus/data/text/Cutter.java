package dev.gradus.data.text;

/**
 * Decides where a text is cut into pieces, so that every thread that sees the bytes around a border agrees.
 *
 * <p>Borders are nominally every {@code pieceBytes}. The cut is made after the first end of a line from there on; if
 * there is none within {@code lookBytes}, before the first character between words; if there is none either, at the
 * first character. So words are whole unless they are longer than {@code lookBytes}, and so are lines.
 */
record Cutter(int pieceBytes, int lookBytes) {

    /**
     * Small enough that threads end together, large enough that opening the file and handing out the piece do not
     * count.
     */
    static final Cutter USUAL = new Cutter(1 << 20, 1 << 16);

    /** How far the bytes around a border must be known: from one before it, to this many after it. */
    int reach() {
        return lookBytes;
    }

    /**
     * The cut for a border.
     *
     * @param limit the end of the bytes that are known; that of the text if that is nearer than {@link #reach}
     * @param ends whether the text ends at the limit
     */
    int cut(byte[] bytes, int border, int limit, boolean ends, Tokenizer tokenizer) {
        for (int at = border - 1; at < limit; at++) {
            if (bytes[at] == '\n') {
                return at + 1;
            }
        }
        int first = Utf8.start(bytes, border, limit);
        // The last bytes may be part of a character that goes on beyond the limit.
        int last = ends ? limit : limit - Utf8.MOST_BYTES;
        for (int at = first; at < last; ) {
            int character = Utf8.decode(bytes, at, limit);
            if (character < 0 || tokenizer.separates(character)) {
                return at;
            }
            at += Utf8.length(character);
        }
        return ends ? limit : first;
    }
}
