package dev.gradus.formats;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Text in ASCII that grows as it is appended to, without a String for each number. */
final class ByteText {

    /** Longer than any number that is appended. */
    private static final int ROOM = 32;

    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    private byte[] bytes = new byte[1 << 16];
    private int end;

    ByteText append(char c) {
        ensureRoom();
        bytes[end++] = (byte) c;
        return this;
    }

    /** Appends a whole number of at least 0. */
    ByteText appendWhole(long number) {
        ensureRoom();
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        long rest = number;
        for (int i = end + digits - 1; i >= end; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        end += digits;
        return this;
    }

    /** Appends so many thousandths, at least 0, without zeros at the end: {@code 12.5} for 12,500. */
    ByteText appendThousandths(long thousandths) {
        appendWhole(thousandths / 1000);
        int fraction = (int) (thousandths % 1000);
        if (fraction > 0) {
            ensureRoom();
            bytes[end++] = '.';
            for (int unit = 100; fraction > 0; unit /= 10) {
                bytes[end++] = (byte) ('0' + fraction / unit);
                fraction %= unit;
            }
        }
        return this;
    }

    /** Appends eight hexadecimal digits. */
    ByteText appendHex(int number) {
        ensureRoom();
        for (int shift = 28; shift >= 0; shift -= 4) {
            bytes[end++] = HEX[number >>> shift & 15];
        }
        return this;
    }

    private void ensureRoom() {
        if (bytes.length - end < ROOM) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
    }

    /** Writes all that was appended, and forgets it. */
    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, end);
        end = 0;
    }
}
