package dev.gradus.launch;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.exchange.rendezvous.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;

/** How a checkpoint travels over a control connection: the bytes of its file, cut into messages. */
final class CheckpointMessages {

    /** Bytes of one message: far below the longest that a control connection takes. */
    static final int PIECE_BYTES = 4 << 20;

    private CheckpointMessages() {}

    /** Takes the messages of a checkpoint, one after the other. */
    interface Sink {

        void send(Message message) throws IOException;
    }

    /** Gives the messages of a checkpoint, one after the other. */
    interface Source {

        Message next() throws IOException;
    }

    static void send(Checkpoint checkpoint, Sink sink) throws IOException {
        try (OutputStream pieces = new Pieces(sink)) {
            checkpoint.write(pieces);
        }
    }

    /** Reads a checkpoint of so many bytes; {@code from} says in messages who sent it. */
    static Checkpoint receive(Source source, long bytes, String from) throws IOException {
        return Checkpoint.read(new Joined(source, bytes), bytes, "from=" + from);
    }

    /** Cuts what is written into messages; closing sends the last one. */
    private static final class Pieces extends OutputStream {

        private final Sink sink;
        private final byte[] piece = new byte[PIECE_BYTES];
        private int filled;

        Pieces(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            Objects.checkFromIndexSize(from, count, bytes.length);
            for (int at = from; at < from + count; ) {
                int some = Math.min(from + count - at, piece.length - filled);
                System.arraycopy(bytes, at, piece, filled, some);
                filled += some;
                at += some;
                if (filled == piece.length) {
                    send();
                }
            }
        }

        private void send() throws IOException {
            sink.send(new Message(Message.Type.CHECKPOINT, Arrays.copyOf(piece, filled)));
            filled = 0;
        }

        @Override
        public void close() throws IOException {
            if (filled > 0) {
                send();
            }
        }
    }

    /** Joins the payloads of messages until all bytes have come. */
    private static final class Joined extends InputStream {

        private final Source source;
        private long missing;
        private byte[] piece = {};
        private int read;

        Joined(Source source, long bytes) {
            this.source = source;
            this.missing = bytes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int from, int count) throws IOException {
            Objects.checkFromIndexSize(from, count, into.length);
            if (count == 0) {
                return 0;
            }
            while (read == piece.length) {
                if (missing == 0) {
                    return -1;
                }
                piece = source.next().payload();
                read = 0;
                if (piece.length == 0 || piece.length > missing) {
                    throw new IOException(
                            "piece of a checkpoint has the wrong length: bytes=" + piece.length + ", most=" + missing);
                }
                missing -= piece.length;
            }
            int some = Math.min(count, piece.length - read);
            System.arraycopy(piece, read, into, from, some);
            read += some;
            return some;
        }
    }
}
