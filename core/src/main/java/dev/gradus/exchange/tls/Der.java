package dev.gradus.exchange.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;

/** The few values of DER (X.690) that a certificate is made of, each as tag, length and content. */
final class Der {

    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return value(SEQUENCE, parts);
    }

    static byte[] set(byte[]... parts) {
        return value(SET, parts);
    }

    static byte[] integer(BigInteger number) {
        return value(INTEGER, number.toByteArray());
    }

    /** Whole bytes as bits: the first byte says that none of the last one is unused. */
    static byte[] bits(byte[] bytes) {
        return value(BIT_STRING, new byte[] {0}, bytes);
    }

    static byte[] text(String text) {
        return value(UTF8_STRING, text.getBytes(UTF_8));
    }

    /** A time of the years 1950 to 2049, as YYMMDDhhmmssZ. */
    static byte[] utcTime(String time) {
        return value(UTC_TIME, time.getBytes(US_ASCII));
    }

    /** A time of any year, as YYYYMMDDhhmmssZ. */
    static byte[] time(String time) {
        return value(GENERALIZED_TIME, time.getBytes(US_ASCII));
    }

    /** The first two numbers share a byte; the others are written in digits of 7 bits, all but the last marked. */
    static byte[] objectIdentifier(int first, int second, int... rest) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.write(first * 40 + second);
        for (int number : rest) {
            for (int shift = 28; shift > 0; shift -= 7) {
                if (number >> shift != 0) {
                    content.write((number >> shift & 0x7f) | 0x80);
                }
            }
            content.write(number & 0x7f);
        }
        return value(OBJECT_IDENTIFIER, content.toByteArray());
    }

    private static byte[] value(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        value.write(tag);
        writeLength(value, content.size());
        value.writeBytes(content.toByteArray());
        return value.toByteArray();
    }

    /** Up to 127 as it is; longer ones as the number of their bytes, marked, and those bytes. */
    private static void writeLength(ByteArrayOutputStream out, int length) {
        if (length < 0x80) {
            out.write(length);
            return;
        }
        int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / 8;
        out.write(0x80 | bytes);
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
            out.write(length >> shift);
        }
    }
}
