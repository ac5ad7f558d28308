package dev.gradus.exchange.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** What an attacker can put on a wire: any bytes, with checksums that are right where that gets it further. */
public final class HostileBytes {

    /** The tag of the frames of a script. */
    public static final int TAG = 9;

    /** The group whose frames they pretend to be. */
    public static final int EPOCH = 0;

    private HostileBytes() {}

    /** The same bytes with the checksum that a head of them must have, if they are long enough for one. */
    public static byte[] repaired(byte[] bytes) {
        byte[] head = bytes.clone();
        if (head.length >= Frame.HEAD) {
            ByteBuffer.wrap(head)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(Frame.HEAD - Integer.BYTES, checksum(head, Frame.HEAD - Integer.BYTES));
        }
        return head;
    }

    /** A frame that only its receiver can find fault with. */
    public static byte[] frame(int type, long sequence, int tag, byte[] payload) {
        ByteBuffer bytes =
                ByteBuffer.allocate(Frame.HEAD + payload.length + Frame.TAIL).order(ByteOrder.LITTLE_ENDIAN);
        new Frame((byte) type, true, EPOCH, sequence, tag, 0, payload.length).write(bytes);
        return bytes.put(payload).putInt(checksum(payload, payload.length)).array();
    }

    /**
     * Any bytes as what an attacker sends: pieces, each after two bytes that say how long it is and whether it goes as
     * it is, as a head whose checksum is right, or as a whole frame of the type that comes first in it.
     */
    public static byte[] script(byte[] input) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int sequence = 0;
        int at = 0;
        while (at + 2 < input.length) {
            int kind = input[at] & 3;
            int end = Math.min(input.length, at + 2 + (input[at + 1] & 0xFF));
            byte[] piece = Arrays.copyOfRange(input, at + 2, end);
            at = end;
            if (kind == 0) {
                out.writeBytes(piece);
            } else if (kind == 1) {
                out.writeBytes(repaired(piece));
            } else if (piece.length > 0) {
                out.writeBytes(frame(piece[0], sequence++, TAG, Arrays.copyOfRange(piece, 1, piece.length)));
            }
        }
        return out.toByteArray();
    }

    /** The input of which {@link #script} makes this frame; at most 254 bytes of payload. */
    public static byte[] scripted(int type, byte[] payload) {
        byte[] input = new byte[3 + payload.length];
        input[0] = 2;
        input[1] = (byte) (payload.length + 1);
        input[2] = (byte) type;
        System.arraycopy(payload, 0, input, 3, payload.length);
        return input;
    }

    /** A connection whose first end has sent these bytes and nothing after them. */
    public static SocketChannel[] connectionWith(byte[] bytes) throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel caller = SocketChannel.open(server.getLocalAddress());
            SocketChannel called = server.accept();
            // Inputs are shorter than what the system takes without a reader.
            caller.write(ByteBuffer.wrap(bytes));
            caller.shutdownOutput();
            return new SocketChannel[] {caller, called};
        }
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
