package dev.gradus.data.text;

/** Words are what stands between white space of any kind, as it is. */
final class WhitespaceTokenizer implements Tokenizer {

    private static final byte[] KINDS = ByteKinds.of(WhitespaceTokenizer::isSpace);

    @Override
    public int scan(byte[] bytes, int from, int to, WordSink sink) {
        int at = from;
        while (at < to) {
            byte kind = KINDS[bytes[at] & 0xFF];
            if (kind == ByteKinds.WORD) {
                int start = at;
                do {
                    at++;
                } while (at < to && KINDS[bytes[at] & 0xFF] == ByteKinds.WORD);
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
        return isSpace(character);
    }

    /** As in {@link SimpleTokenizer}, but the word can stay where it is. */
    private static int wide(byte[] bytes, int from, int to, WordSink sink) {
        int at = from;
        int next = from;
        while (next == at && at < to) {
            int character = Utf8.decode(bytes, at, to);
            if (character < 0) {
                next = ~at;
            } else if (isSpace(character)) {
                // ASCII is left to the caller, who must see the ends of lines.
                next = character < 0x80 ? at : at + Utf8.length(character);
                break;
            } else if (character == 0) {
                break;
            } else {
                at += Utf8.length(character);
                next = at;
            }
        }
        if (at > from) {
            sink.word(bytes, from, at - from);
        }
        return next;
    }

    /** The property White_Space of Unicode. */
    private static boolean isSpace(int character) {
        if (character < 0x80) {
            return character == ' ' || (character >= '\t' && character <= '\r');
        }
        return character == 0x85 || (character >= 0xA0 && Character.isSpaceChar(character));
    }
}
