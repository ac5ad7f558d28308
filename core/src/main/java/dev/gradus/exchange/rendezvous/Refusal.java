package dev.gradus.exchange.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.exchange.transport.Frame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What a side of another version is told, in a form that never changes: magic, version and type as in every head, the
 * length of a text in two bytes, the text.
 */
final class Refusal {

    /** Version 1 reads a head of 32 bytes before it looks at the version; shorter texts are filled up with spaces. */
    private static final int SHORTEST_TEXT = 64;

    private static final int TYPE_AT = 5;
    private static final int LENGTH_AT = 6;

    private Refusal() {}

    static ByteBuffer write(String reason) {
        byte[] text = reason.getBytes(UTF_8);
        byte[] filled = Arrays.copyOf(text, Math.max(SHORTEST_TEXT, text.length));
        Arrays.fill(filled, text.length, filled.length, (byte) ' ');
        ByteBuffer head = ByteBuffer.allocate(Frame.HEAD).order(ByteOrder.LITTLE_ENDIAN);
        Frame.whole(Message.Type.REFUSED.code(), 0, 0, 0).write(head);
        return ByteBuffer.allocate(Frame.PREFIX + filled.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(head.array(), 0, LENGTH_AT)
                .putShort((short) filled.length)
                .put(filled)
                .flip();
    }

    /** Whether a prefix of another version begins a refusal. */
    static boolean isOne(ByteBuffer prefix) {
        return prefix.get(TYPE_AT) == Message.Type.REFUSED.code();
    }

    static int length(ByteBuffer prefix) {
        return Short.toUnsignedInt(prefix.getShort(LENGTH_AT));
    }

    /** The reason, on one line whatever was sent. */
    static String text(ByteBuffer text) {
        return UTF_8.decode(text).toString().replaceAll("\\p{Cntrl}", " ").strip();
    }
}
