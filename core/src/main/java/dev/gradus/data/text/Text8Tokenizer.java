package dev.gradus.data.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Words are runs of the letters a to z in lower case; each digit is a word, spelled out; all else separates. */
final class Text8Tokenizer implements Tokenizer {

    private static final byte[] KINDS = ByteKinds.of(value -> !isLetter(value));

    private static final int[] LENGTHS = {4, 3, 3, 5, 4, 4, 3, 5, 5, 4};

    private final byte[][] digits;

    Text8Tokenizer() {
        String[] names = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"};
        this.digits = new byte[names.length][];
        for (int digit = 0; digit < names.length; digit++) {
            byte[] name = names[digit].getBytes(StandardCharsets.US_ASCII);
            digits[digit] = Arrays.copyOf(name, name.length + SLACK);
        }
    }

    @Override
    public int scan(byte[] bytes, int from, int to, WordSink sink) {
        int at = from;
        while (at < to) {
            byte value = bytes[at];
            byte kind = KINDS[value & 0xFF];
            if (kind == ByteKinds.WORD) {
                int start = at;
                do {
                    bytes[at] |= 0x20; // lower case
                    at++;
                } while (at < to && KINDS[bytes[at] & 0xFF] == ByteKinds.WORD);
                sink.word(bytes, start, at - start);
                continue;
            }
            if (kind == ByteKinds.WIDE) {
                int character = Utf8.decode(bytes, at, to);
                if (character < 0) {
                    return at;
                }
                at += Utf8.length(character);
                continue;
            }
            if (value >= '0' && value <= '9') {
                sink.word(digits[value - '0'], 0, LENGTHS[value - '0']);
            } else if (kind == ByteKinds.LINE) {
                sink.line();
            } else if (kind == ByteKinds.NUL) {
                return at;
            }
            at++;
        }
        return to;
    }

    @Override
    public boolean separates(int character) {
        return !isLetter(character);
    }

    private static boolean isLetter(int character) {
        return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    }
}
