package dev.gradus.data.text;

import java.util.Arrays;

/**
 * Words are runs of what Unicode calls word characters ({@code \w}: letters, marks, digits, underscore and other
 * connectors), in lower case, character by character.
 */
final class SimpleTokenizer implements Tokenizer {

    private static final byte[] KINDS = ByteKinds.of(value -> !Wide.isWord(value));

    private byte[] scratch = new byte[256];

    @Override
    public int scan(byte[] bytes, int from, int to, WordSink sink) {
        int at = from;
        while (at < to) {
            byte kind = KINDS[bytes[at] & 0xFF];
            if (kind == ByteKinds.WORD) {
                int start = at;
                at = lower(bytes, at, to);
                if (at == to || bytes[at] >= 0) {
                    sink.word(bytes, start, at - start);
                    continue;
                }
                at = wide(bytes, start, to, sink);
            } else if (kind == ByteKinds.WIDE) {
                at = wide(bytes, at, to, sink);
            } else if (kind == ByteKinds.NUL) {
                return at;
            } else {
                if (kind == ByteKinds.LINE) {
                    sink.line();
                }
                at++;
            }
            if (at < 0) {
                return ~at;
            }
        }
        return to;
    }

    @Override
    public boolean separates(int character) {
        return !Wide.isWord(character);
    }

    /** Makes a run of ASCII word characters lower case and returns its end. */
    private static int lower(byte[] bytes, int from, int to) {
        int at = from;
        byte value = bytes[at];
        do {
            if (value >= 'A' && value <= 'Z') {
                bytes[at] = (byte) (value | 0x20);
            }
            at++;
            if (at == to) {
                break;
            }
            value = bytes[at];
        } while (KINDS[value & 0xFF] == ByteKinds.WORD);
        return at;
    }

    /**
     * Hands on a word with characters of several bytes, or passes over one such character between words. Returns where
     * to go on, or the complement of a bad byte's place. In memory of its own, since lower case may be longer.
     */
    private int wide(byte[] bytes, int from, int to, WordSink sink) {
        int at = from;
        int length = 0;
        while (at < to) {
            int character = Utf8.decode(bytes, at, to);
            if (character < 0) {
                at = ~at;
                break;
            }
            if (!Wide.isWord(character)) {
                // One of several bytes is passed here; ASCII may end a line, which is the caller's to see.
                at += character < 0x80 ? 0 : Utf8.length(character);
                break;
            }
            if (length + Utf8.MOST_BYTES + SLACK > scratch.length) {
                scratch = Arrays.copyOf(scratch, 2 * scratch.length);
            }
            length = Utf8.encode(Wide.lower(character), scratch, length);
            at += Utf8.length(character);
        }
        if (length > 0) {
            sink.word(scratch, 0, length);
        }
        return at;
    }

    /** Tables for the characters of up to three bytes, because asking {@link Character} for each is slow. */
    private static final class Wide {

        private static final int TABLED = 0x10000;
        private static final boolean[] WORD = new boolean[TABLED];
        private static final char[] LOWER = new char[TABLED];

        static {
            for (int character = 0; character < TABLED; character++) {
                WORD[character] = find(character);
                LOWER[character] = (char) Character.toLowerCase(character);
            }
        }

        static boolean isWord(int character) {
            return character < TABLED ? WORD[character] : find(character);
        }

        static int lower(int character) {
            return character < TABLED ? LOWER[character] : Character.toLowerCase(character);
        }

        /** As Unicode Technical Standard 18 has it. */
        private static boolean find(int character) {
            return Character.isAlphabetic(character)
                    || switch (Character.getType(character)) {
                        case Character.NON_SPACING_MARK,
                                Character.ENCLOSING_MARK,
                                Character.COMBINING_SPACING_MARK,
                                Character.DECIMAL_DIGIT_NUMBER,
                                Character.CONNECTOR_PUNCTUATION -> true;
                        default -> character == 0x200C || character == 0x200D; // joiners, as in Persian words
                    };
        }
    }
}
