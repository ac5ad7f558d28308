package dev.gradus.data.text;

import dev.gradus.data.files.Cutter;

/**
 * Decides where a text is cut into pieces.
 *
 * <p>Borders are nominally every {@code pieceBytes}. The cut is made after the first end of a line from there on; if
 * there is none within {@code lookBytes}, before the first character between words; if there is none either, at the
 * first character. So words are whole unless they are longer than {@code lookBytes}, and so are lines.
 */
record WordCutter(int pieceBytes, int lookBytes) {

    /**
     * Small enough that threads end together, large enough that opening the file and handing out the piece do not
     * count.
     */
    static final WordCutter USUAL = new WordCutter(1 << 20, 1 << 16);

    /** Cuts between the words of a tokeniser. */
    Cutter between(Tokenizer tokenizer) {
        return new Words(pieceBytes, lookBytes, tokenizer);
    }

    /** Cuts of one text. */
    private record Words(int pieceBytes, int look, Tokenizer tokenizer) implements Cutter {

        @Override
        public int mostLook() {
            return look;
        }

        @Override
        public int cut(byte[] bytes, int border, int limit, boolean ends) {
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
}
